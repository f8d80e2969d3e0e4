import type { DeskSettings } from '#contract/desk-settings.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    /** Settings by a lead, in place of the environment's. */
    desk_setting: {
      name: keyof DeskSettings;
      value_json: string;
    };
  }
}
