import type {} from '#server/platform/store/schema.ts';

declare module '#server/platform/store/schema.ts' {
  interface Schema {
    cookie_choice: {
      id: string;
      functional: number;
      recorded_at: number;
    };
  }
}
