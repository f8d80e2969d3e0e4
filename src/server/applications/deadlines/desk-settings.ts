import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { type DeskSettings, storedDeskSettings } from '#contract/desk-settings.ts';
import { DAY } from '#lib/words/durations.ts';
import type { EffectiveConfig } from '#server/platform/config/config.ts';
import { insertRows, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';

export function deskSettingsOf(config: EffectiveConfig): DeskSettings {
  return {
    serviceGoalDays: config.SERVICE_GOAL_DAYS / DAY,
    answerDays: config.ANSWER_DAYS / DAY,
    reportDays: config.REPORT_DAYS / DAY,
    remindDays: config.REMIND_DAYS / DAY,
    holidays: config.HOLIDAYS,
    fourEyes: config.FOUR_EYES,
    startAssigns: config.START_ASSIGNS,
    deskMailbox: config.DESK_MAILBOX ?? null,
    authorityMailbox: config.AUTHORITY_MAILBOX ?? null,
  };
}

function configWith(config: EffectiveConfig, settings: DeskSettings): EffectiveConfig {
  return {
    ...config,
    SERVICE_GOAL_DAYS: settings.serviceGoalDays * DAY,
    ANSWER_DAYS: settings.answerDays * DAY,
    REPORT_DAYS: settings.reportDays * DAY,
    REMIND_DAYS: settings.remindDays * DAY,
    HOLIDAYS: settings.holidays,
    FOUR_EYES: settings.fourEyes,
    START_ASSIGNS: settings.startAssigns,
    DESK_MAILBOX: settings.deskMailbox ?? undefined,
    AUTHORITY_MAILBOX: settings.authorityMailbox ?? undefined,
  };
}

export async function effectiveConfig(
  services: Services,
  db: Kysely<Schema> = services.store.db,
): Promise<EffectiveConfig> {
  const rows = await db.selectFrom('desk_setting').selectAll().execute();
  const initial = services.config as EffectiveConfig;
  if (rows.length === 0) return initial;
  const set = rows.map(({ name, value_json }) => [name, JSON.parse(value_json)]);
  const saved = z.partial(storedDeskSettings).parse(Object.fromEntries(set));
  return configWith(initial, Object.assign(deskSettingsOf(initial), saved));
}

/** The caller must prevent concurrent changes of settings. */
export async function saveSetting(
  { services, trx }: Scope,
  name: keyof DeskSettings,
  value: DeskSettings[keyof DeskSettings],
): Promise<void> {
  const value_json = JSON.stringify(value);
  if (await lockRow(services.store, trx, 'desk_setting', { name }))
    await updateRows(trx, 'desk_setting', { name }, { value_json });
  else await insertRows(trx, 'desk_setting', { name, value_json });
}
