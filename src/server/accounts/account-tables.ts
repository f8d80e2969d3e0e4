import type { Generated } from 'kysely';

declare module '#server/platform/store/schema.ts' {
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
    };

    session: {
      /** SHA-256 of the token: who reads the database cannot sign in with it. */
      token_digest: string;
      account_id: string;
      created_at: number;
      expires_at: number;
      /** When the second factor was given in this session. */
      second_factor_at: number | null;
    };
  }
}
