import type {} from '#server/platform/store/schema.ts';

declare module '#server/platform/store/schema.ts' {
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

    /** Codes that stand in for the app, each once. */
    recovery_code: {
      account_id: string;
      digest: string;
    };
  }
}
