import type { Generated } from 'kysely';
import type { SessionEnding } from '#contract/envelope.ts';
import type {} from '#server/platform/database/schema.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    account: {
      id: string;
      email: string;
      is_reviewer: number;
      is_lead: Generated<number>;
      is_auditor: Generated<number>;
      is_analyst: Generated<number>;
      /** Language of the last sign-in; mails are written in it. */
      language: string;
      created_at: number;
      /** Gets mails about applications together, once an hour. */
      mails_hourly: Generated<number>;
    };

    /** Proposed leads, whom a second lead has not confirmed yet. */
    lead_nomination: {
      email: string;
      /** JSON array of all the roles they would have. */
      roles: string;
      /** Account id. */
      nominated_by: string;
      nominated_at: number;
    };

    session: {
      /** SHA-256 of the token: who reads the database cannot sign in with it. */
      token_digest: string;
      account_id: string;
      created_at: number;
      /** Its end at the latest; staff's lapse sooner. */
      expires_at: number;
      /** Last call that a person caused; null before the first. */
      last_used_at: number | null;
      /** Browser and system, by their names; null when they are not known. */
      browser: string | null;
      /** Reason for its end, while somebody may still come with its token. */
      ended_because: SessionEnding | null;
      /** When the second factor was given in this session. */
      second_factor_at: number | null;
      /** Step of the app's code that was given last in this session. */
      second_factor_step: number | null;
      /** Purpose and challenge of a passkey that is awaited. */
      passkey_challenge: string | null;
      passkey_challenge_at: number | null;
    };

    /** Unsent forms. */
    draft: {
      account_id: string;
      /** Kind of form, and the application's number. */
      name: string;
      /** Revision: grows with each save and is never reused. */
      version: number;
      saved_at: number;
      /** Sealed under the installation's secret, for this account and name. */
      content: string;
    };
  }
}

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

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    /** Staff's authenticator app; secrets are sealed under the installation's own. */
    second_factor: {
      account_id: string;
      /** Null until a code confirmed the first one. */
      secret: string | null;
      pending_secret: string | null;
      /** Step of the last code that was taken: none is taken twice. */
      last_step: number;
      wrong_tries: number;
      locked_until: number | null;
    };

    /** Passkeys, which stand in for the app. */
    passkey: {
      /** The credential's own (WebAuthn), base64url. */
      id: string;
      account_id: string;
      name: string;
      /** COSE key, base64url. */
      public_key: string;
      /** Of the last signature; of an authenticator that does not count, 0. */
      counter: number;
      /** JSON array of the ways the browser reaches it. */
      transports: string;
      created_at: number;
      last_used_at: number | null;
    };

    /** Codes that stand in for the app, each once. */
    recovery_code: {
      account_id: string;
      digest: string;
    };
  }
}

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    /** Account of a subject at the company's provider; one subject an account. */
    company_identity: {
      issuer: string;
      subject: string;
      account_id: string;
      created_at: number;
    };

    /** Sessions that began at the provider, which is asked now and then whether they still hold. */
    company_session: {
      token_digest: string;
      issuer: string;
      subject: string;
      /** Tokens of the provider, sealed under the installation's own secret. */
      tokens: string;
      /** When the provider was asked last, and said yes. */
      confirmed_at: number;
      /** Until when a process has the asking to itself. */
      asking_until: number | null;
    };
  }
}
