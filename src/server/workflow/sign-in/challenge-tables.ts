import type {} from '#server/platform/store/schema.ts';

declare module '#server/platform/store/schema.ts' {
  interface Schema {
    /** The context of the challenge machine, one row a sender at an address. */
    challenge: {
      email: string;
      /** Digest of a known browser or of a network; empty for what was before senders were told apart. */
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
  }
}
