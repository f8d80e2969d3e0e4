import type {} from '#server/platform/database/schema.ts';

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
