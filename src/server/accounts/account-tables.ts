import type { Generated } from 'kysely';
import type { SessionEnding } from '#contract/envelope.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    account: {
      id: string;
      email: string;
      is_reviewer: number;
      is_lead: Generated<number>;
      is_auditor: Generated<number>;
      is_analyst: Generated<number>;
      language: string;
      created_at: number;
      mails_hourly: Generated<number>;
    };

    lead_nomination: {
      id: string;
      email: string;
      roles: string;
      nominated_by: string;
      nominated_at: number;
    };

    session: {
      token_digest: string;
      account_id: string;
      /** Keyed digest of the row (`sessionMacs`). Sessions without a valid digest are rejected. */
      mac: string | null;
      created_at: number;
      /** Latest possible end of the session; sessions of staff usually end sooner. */
      expires_at: number;
      /** Time of the last call that the user caused; background calls of pages do not count. */
      last_used_at: number | null;
      browser: string | null;
      ended_because: SessionEnding | null;
      second_factor_at: number | null;
      /** TOTP time step and SHA-256 of the recovery code that this session accepted last. */
      second_factor_step: number | null;
      recovery_code: string | null;
      passkey_challenge: string | null;
      passkey_challenge_at: number | null;
    };

    draft: {
      account_id: string;
      name: string;
      version: number;
      saved_at: number;
      content: string;
    };

    challenge: {
      email: string;
      sender: string;
      state: 'idle' | 'codeSent' | 'locked';
      digest: string | null;
      sent_at: number | null;
      visit: string | null;
      wrong_tries: number;
      locked_until: number | null;
      lift_digest: string | null;
    };

    /** Limits that unknown browsers share at an address. Locked before the address's challenges. */
    address_limit: {
      email: string;
      reset_at: number | null;
      /** Digest of the last mailed link that resets the limits; null once it was used. */
      link_digest: string | null;
      link_mailed_at: number | null;
      changed_at: number;
    };

    /** Wrong codes that unknown browsers entered for an address while a code was valid. */
    wrong_code: {
      email: string;
      /** Digest of the network; null after a correct code from this network. */
      network: string | null;
      entered_at: number;
    };

    second_factor: {
      account_id: string;
      secret: string | null;
      pending_secret: string | null;
      last_step: number;
      wrong_tries: number;
      locked_until: number | null;
    };

    passkey: {
      id: string;
      account_id: string;
      name: string;
      /** COSE key, base64url. */
      public_key: string;
      counter: number;
      transports: string;
      created_at: number;
      last_used_at: number | null;
    };

    recovery_code: {
      account_id: string;
      digest: string;
    };

    company_identity: {
      issuer: string;
      subject: string;
      account_id: string;
      created_at: number;
    };

    company_session: {
      token_digest: string;
      issuer: string;
      subject: string;
      tokens: string;
      confirmed_at: number;
      asking_until: number | null;
    };
  }
}
