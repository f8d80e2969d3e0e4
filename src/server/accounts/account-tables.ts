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
      /** Language of the last sign-in and of mails. */
      language: string;
      created_at: number;
      /** 1: mails about applications arrive as an hourly digest. */
      mails_hourly: Generated<number>;
    };

    /** Proposed leads that wait for a second lead. */
    lead_nomination: {
      email: string;
      /** JSON array of all proposed roles. */
      roles: string;
      nominated_by: string;
      nominated_at: number;
    };

    session: {
      /** SHA-256 of the token, so that the database does not reveal it. */
      token_digest: string;
      account_id: string;
      created_at: number;
      /** Latest end; staff's sessions end sooner. */
      expires_at: number;
      /** Last attended call. */
      last_used_at: number | null;
      browser: string | null;
      /** Reason for its end, for later calls with its token. */
      ended_because: SessionEnding | null;
      second_factor_at: number | null;
      /** Step of the app's last code in this session. */
      second_factor_step: number | null;
      /** Purpose and challenge of the expected passkey. */
      passkey_challenge: string | null;
      passkey_challenge_at: number | null;
    };

    draft: {
      account_id: string;
      /** Form, and number of the application. */
      name: string;
      /** Revision: grows with each save and is never reused. */
      version: number;
      saved_at: number;
      /** Sealed for this account and name. */
      content: string;
    };

    /** State of the challenge machine, one row for each sender at an address. */
    challenge: {
      email: string;
      /** Digest of a known browser, a visit or a network. */
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

    /** Limits that all unknown browsers share at an address; the row is locked before any change. */
    address_limit: {
      email: string;
      /** When a lead or the owner reset the limits of the address, ms since the epoch. */
      reset_at: number | null;
      /** Digest of the last mailed link that resets the limits; null after use. */
      link_digest: string | null;
      link_mailed_at: number | null;
      changed_at: number;
    };

    /** Wrong codes that unknown browsers entered for an address while a code was valid. */
    wrong_code: {
      email: string;
      /** Digest of the network; null after a right code from there. */
      network: string | null;
      entered_at: number;
    };

    /** Staff's authenticator app; the secrets are sealed. */
    second_factor: {
      account_id: string;
      /** Null until a code confirmed the first secret. */
      secret: string | null;
      pending_secret: string | null;
      /** Step of the last accepted code; none is accepted twice. */
      last_step: number;
      wrong_tries: number;
      locked_until: number | null;
    };

    /** Passkeys, an alternative to the app. */
    passkey: {
      /** Credential id (WebAuthn), base64url. */
      id: string;
      account_id: string;
      name: string;
      /** COSE key, base64url. */
      public_key: string;
      /** Signature counter; 0 for authenticators that do not count. */
      counter: number;
      /** JSON array (WebAuthn transports). */
      transports: string;
      created_at: number;
      last_used_at: number | null;
    };

    /** One-time codes that replace the app. */
    recovery_code: {
      account_id: string;
      digest: string;
    };

    /** Accounts of subjects at the company's provider, one to one. */
    company_identity: {
      issuer: string;
      subject: string;
      account_id: string;
      created_at: number;
    };

    /** Sessions from the company's provider, which has to confirm them regularly. */
    company_session: {
      token_digest: string;
      issuer: string;
      subject: string;
      tokens: string;
      /** When the provider last confirmed the session. */
      confirmed_at: number;
      /** Lease of the process that is asking the provider. */
      asking_until: number | null;
    };
  }
}
