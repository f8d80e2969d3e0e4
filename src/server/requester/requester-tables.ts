import type {} from '#server/platform/store/schema.ts';

declare module '#server/platform/store/schema.ts' {
  interface Schema {
    /** Forms that are begun and not sent. */
    draft: {
      account_id: string;
      /** Form, and the application it is of. */
      name: string;
      /** Grows with each saving; none is used twice. */
      version: number;
      saved_at: number;
      /** Sealed under the installation's secret, for this account and name. */
      content: string;
    };

    cookie_choice: {
      id: string;
      functional: number;
      recorded_at: number;
    };
  }
}
