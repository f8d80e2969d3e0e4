import type { DeskSettings } from '#contract/desk-settings.ts';

declare module '#server/platform/store/schema.ts' {
  interface Schema {
    /** What a lead has set in place of what the environment says. */
    desk_setting: {
      name: keyof DeskSettings;
      value_json: string;
    };
  }
}
