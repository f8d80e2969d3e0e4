import type {} from '#server/platform/database/schema.ts';

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
