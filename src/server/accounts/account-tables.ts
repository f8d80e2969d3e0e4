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
