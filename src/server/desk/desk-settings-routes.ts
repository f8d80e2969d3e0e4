import type { DeskSettings } from '#contract/desk-settings.ts';
import { endpoints } from '#contract/endpoints.ts';
import {
  concernsAuthority,
  type RefusalGround,
  refusalGrounds,
} from '#machines/refusal-grounds.ts';
import {
  deskSettingsOf,
  effectiveConfig,
  saveSetting,
} from '#server/applications/deadlines/desk-settings.ts';
import { scheduleDueDates } from '#server/applications/deadlines/due-date-worker.ts';
import { sendDigest } from '#server/applications/mails/post-to-desk.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { countRows, requireRow, updateRows } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { holidayPlaces, isKnownCountry } from '#server/platform/words/holidays.ts';

export function deskSettingsRoutes(route: Route, services: Services): void {
  route(endpoints.deskSettingsRead, async (_, { language }) => ({
    values: deskSettingsOf(await effectiveConfig(services)),
    places: holidayPlaces(language),
  }));

  route(endpoints.deskDeadlines, async (_, { language }) => {
    const { holidays, ...values } = deskSettingsOf(await effectiveConfig(services));
    const place = holidayPlaces(language).find(({ code }) => code === holidays);
    const { serviceGoalDays, answerDays, reportDays, remindDays, fourEyes } = values;
    return {
      ...{ serviceGoalDays, answerDays, reportDays, remindDays, fourEyes },
      holidays: place?.label ?? holidays,
      authorityGrounds: (Object.keys(refusalGrounds) as RefusalGround[]).filter(concernsAuthority),
    };
  });

  route(endpoints.deskSettingsChange, async (wanted, { account }) => {
    if (wanted.holidays !== undefined && !isKnownCountry(wanted.holidays))
      throw invalid('holidays', 'choice');
    await changeSettings(services, account, wanted);
  });
}

type Wanted = { [Name in keyof DeskSettings]?: DeskSettings[Name] | undefined };

async function changeSettings(services: Services, by: Account, wanted: Wanted): Promise<void> {
  const { store } = services;
  await store.transact(async (trx) => {
    // Locks the head to serialize changes, so that each log entry has the correct old value.
    await store.forUpdate(trx.selectFrom('audit_head').selectAll()).execute();
    const before = await effectiveConfig(services, trx);
    const values = deskSettingsOf(before);
    const names = (Object.keys(values) as (keyof DeskSettings)[]).filter(
      (name) => wanted[name] !== undefined && textOf(wanted[name]) !== textOf(values[name]),
    );
    for (const name of names) {
      const value = wanted[name] as DeskSettings[typeof name];
      await saveSetting({ services, trx }, name, value);
      const detail = `${name}: ${textOf(values[name])} → ${textOf(value)}`;
      await appendAuditEvent(services, trx, { by, action: 'settings.change', detail });
    }
    await scheduleDueDates(services, trx, before);
  });
}

function textOf(value: DeskSettings[keyof DeskSettings] | undefined): string {
  const text = Array.isArray(value) ? value.toSorted().join(', ') : (value ?? '');
  return text === '' ? '–' : `${text}`;
}

export function mailRoutes(route: Route, services: Services): void {
  const { store } = services;

  route(endpoints.deskMails, async (_, { account }) => {
    const { mails_hourly } = await requireRow(store.db, 'account', { id: account.id });
    const held = store.db.selectFrom('held_mail').where('account_id', '=', account.id);
    const frequency = mails_hourly === 1 ? ('hourly' as const) : ('atOnce' as const);
    return { frequency, waiting: await countRows(held) };
  });

  route(endpoints.deskMailsChange, async ({ frequency }, { account }) => {
    const isHourly = frequency === 'hourly';
    await store.transact(async (trx) => {
      await updateRows(trx, 'account', { id: account.id }, { mails_hourly: isHourly ? 1 : 0 });
      if (!isHourly) await sendDigest({ services, trx }, account.id);
    });
  });
}
