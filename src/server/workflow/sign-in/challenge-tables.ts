import type {} from '#server/platform/store/schema.ts';

declare module '#server/platform/store/schema.ts' {
  interface Schema {
    /** The context of the challenge machine, one row an address. */
    challenge: {
      email: string;
      state: 'idle' | 'codeSent' | 'locked';
      digest: string | null;
      sent_at: number | null;
      wrong_tries: number;
      locked_until: number | null;
    };
  }
}
