import type {} from '#server/platform/database/schema.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    /** The context of the challenge machine, one row a sender at an address. */
    challenge: {
      email: string;
      /**
       * Digest of a known browser, of a visit or of a network; empty for what was before senders were
       * told apart.
       */
      sender: string;
      state: 'idle' | 'codeSent' | 'locked';
      digest: string | null;
      sent_at: number | null;
      /** Digest of the visit that asked for the code. */
      visit: string | null;
      wrong_tries: number;
      locked_until: number | null;
      lift_digest: string | null;
    };

    /** Limits that all unknown browsers share at an address; locked by everything that changes them. */
    address_limit: {
      email: string;
      /** When a lead or the owner reset the limits of the address, ms since the epoch. */
      reset_at: number | null;
      /** Digest of the link that was mailed last and resets the limits; null once it is used. */
      link_digest: string | null;
      link_mailed_at: number | null;
      changed_at: number;
    };

    /** A wrong code that an unknown browser entered for an address, while it could have been right. */
    wrong_code: {
      email: string;
      /** Digest of the network that it came from; null once a right code came from there. */
      network: string | null;
      entered_at: number;
    };
  }
}
