import type {} from '#server/platform/database/schema.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    cookie_choice: {
      id: string;
      functional: number;
      recorded_at: number;
    };
  }
}
