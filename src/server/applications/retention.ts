import type { Transaction } from 'kysely';
import { accessActions } from '#contract/audit.ts';
import { statesWithTurn } from '#contract/turns.ts';
import { DAY } from '#lib/words/durations.ts';
import { foldText } from '#lib/words/fold.ts';
import { isApprovalInForce } from '#server/applications/history.ts';
import {
  deleteCopies,
  disputedApplications,
  OUTCOME_WITHDRAWAL_PERIOD,
} from '#server/applications/recipients/report-copies.ts';
import { applyReportEvent } from '#server/applications/reports/report-life.ts';
import { deleteRows, lockRow, numbersIn } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import { containsAll } from '#server/platform/database/text-search.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { storageOf } from '#server/platform/storage/storage.ts';

/** Minimum length of a word, and minimum digits of a telephone number, that identify a person. */
const MIN_WORD_LENGTH = 2;
const MIN_PHONE_DIGITS = 6;

export async function purgeApplications(services: Services): Promise<number> {
  const endedBefore = services.now() - services.config.RECORD_DAYS;
  const expired = await selectExpired(services.store.db, endedBefore)
    .orderBy('application.updated_at')
    .execute();
  for (const { number } of expired) await purgeApplication(services, number, endedBefore);
  return expired.length;
}

/**
 * Selects applications that need no further action and last changed at least `RECORD_DAYS` ago.
 * Excludes approved requests of a public-sector body until `RECORD_DAYS` after it reported the
 * erasure, refusals until the competent authority is notified, and applications until `RECORD_DAYS`
 * after their disputes ended.
 */
function selectExpired(db: Services['store']['db'], endedBefore: number) {
  return db
    .selectFrom('application')
    .leftJoin('erasure_notice', 'erasure_notice.application_number', 'application.number')
    .select('application.number')
    .where('application.state', 'in', statesWithTurn('nobody'))
    .where('application.updated_at', '<=', endedBefore)
    .where('application.number', 'not in', numbersIn(db, 'authority_notice', { notified_on: null }))
    .where('application.number', 'not in', disputedApplications(db, endedBefore))
    .where((eb) =>
      eb.or([
        eb('application.kind', '=', 'personal'),
        eb('application.number', 'not in', (query) =>
          query
            .selectFrom('history_entry as approval')
            .select('approval.application_number')
            .where(isApprovalInForce),
        ),
        eb('erasure_notice.at', '<=', endedBefore),
      ]),
    );
}

async function purgeApplication(
  services: Services,
  number: string,
  endedBefore: number,
): Promise<void> {
  const { store } = services;
  const removedNames = await store.transact(async (trx) => {
    await lockRow(store, trx, 'application', { number });
    const isStillExpired = await selectExpired(trx, endedBefore)
      .where('application.number', '=', number)
      .executeTakeFirst();
    if (!isStillExpired) return null;
    const searchText = await selectSearchText(trx, number);
    const removed = await deleteParts(trx, number);
    await deleteIdentifyingViews(trx, searchText);
    return removed;
  });
  if (!removedNames) return;
  // Deletes the files after the commit, so that no row refers to a deleted file. If the process
  // stops in between, the hourly clean-up moves them to `trash/`.
  const why = `${number} was erased`;
  for (const id of removedNames.files) await storageOf(services).erase(id, why);
  for (const name of removedNames.reports)
    if (name) await storageOf(services, 'reports').erase(name, why);
}

async function selectSearchText(trx: Transaction<Schema>, number: string) {
  const row = await trx
    .selectFrom('application')
    .innerJoin('application_search as search', 'search.application_number', 'application.number')
    .select(['search.text', 'application.form_json'])
    .where('application.number', '=', number)
    .executeTakeFirst();
  const phones = row?.form_json.matchAll(/"(?:tele)?phone":"([^"]+)"/g) ?? [];
  return { text: row?.text ?? '', phones: Array.from(phones, ([, phone = '']) => digitsOf(phone)) };
}

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');

const wordsOf = (text: string) =>
  foldText(text)
    .split(/\s+/)
    .filter((word) => word.length >= MIN_WORD_LENGTH);

/**
 * Deletes saved views of the queue that identify an erased person. The search text or name of such a
 * view contains a word of the erased application that no other application has, or its telephone
 * number.
 */
async function deleteIdentifyingViews(
  trx: Transaction<Schema>,
  { text, phones }: Awaited<ReturnType<typeof selectSearchText>>,
): Promise<void> {
  const erased = new Set(wordsOf(text));
  const views = await trx.selectFrom('saved_view').selectAll().execute();
  for (const { account_id, name, filter_json } of views) {
    const { search = '' } = JSON.parse(filter_json) as { search?: string };
    const words = [
      ...wordsOf(search).filter((word) => text.includes(word)),
      ...wordsOf(name).filter((word) => erased.has(word)),
    ];
    const isPhone = [search, name]
      .map(digitsOf)
      .some(
        (digits) =>
          digits.length >= MIN_PHONE_DIGITS && phones.some((phone) => phone.endsWith(digits)),
      );
    if (isPhone || (await hasUniqueWord(trx, words)))
      await deleteRows(trx, 'saved_view', { account_id, name });
  }
}

async function hasUniqueWord(trx: Transaction<Schema>, words: readonly string[]) {
  for (const word of words) {
    const found = await trx
      .selectFrom('application_search')
      .select('application_number')
      .where(containsAll([word]))
      .limit(1)
      .executeTakeFirst();
    if (!found) return true;
  }
  return false;
}

async function deleteParts(trx: Transaction<Schema>, number: string) {
  const own = { application_number: number };
  const files = await deleteRows(trx, 'stored_file', own);
  const [report] = await deleteRows(trx, 'report', own);
  const held = await deleteRows(trx, 'held_report', own);
  const copies = await deleteCopies(trx, number);
  const mails = trx.selectFrom('mail').select('id').where('application_number', '=', number);
  await trx
    .deleteFrom('job')
    .where((eb) => eb.or([eb('subject', '=', number), eb('subject', 'in', mails)]))
    .execute();
  const parts = [
    'mention',
    'opinion',
    'note',
    'dispute',
    'earlier_record',
    'past_authority_notice',
    'quote',
    'body_notice',
    'application_search',
    'step',
    'course',
    'deviation',
    'mail',
    'presence',
    'watch',
    'held_mail',
    'erasure_notice',
    'authority_notice',
    'supplement',
    'recipient',
  ] as const;
  for (const part of [...parts, 'history_entry'] as const)
    await trx.deleteFrom(part).where('application_number', '=', number).execute();
  await deleteRows(trx, 'application', { number });
  return {
    files: files.map(({ id }) => id),
    reports: [
      report?.file_name,
      report?.package_name,
      ...[...held, ...copies].map(({ name }) => name),
    ],
  };
}

/**
 * Expires reports whose retention has ended, except during a dispute, and returns their number.
 * Errors of single reports go to `onError`.
 */
export async function expireReports(
  services: Services,
  onError: OnError = console.error,
): Promise<number> {
  const at = services.now();
  const due = await services.store.db
    .selectFrom('report')
    .select('application_number')
    .where('state', '=', 'delivered')
    .where('kept_until', '<=', at)
    .where(
      'application_number',
      'not in',
      disputedApplications(services.store.db, at - OUTCOME_WITHDRAWAL_PERIOD),
    )
    .execute();
  let expired = 0;
  for (const { application_number: number } of due) {
    try {
      await applyReportEvent(services, number, { type: 'retention.passed', at });
      expired++;
    } catch (error) {
      // An ApiError means that the report was regenerated or that another process changed it first.
      if (!(error instanceof ApiError)) onError(error);
    }
  }
  return expired;
}

const LOG_BATCH = 1000;

export async function purgeLog(services: Services): Promise<number> {
  const { ACCESS_LOG_DAYS, AUDIT_LOG_DAYS } = services.config;
  return (
    (await purge(services, 'in', ACCESS_LOG_DAYS)) +
    (await purge(services, 'not in', AUDIT_LOG_DAYS))
  );
}

async function purge(
  { store, now }: Services,
  operator: 'in' | 'not in',
  retention: number,
): Promise<number> {
  const before = Math.floor((now() - retention) / DAY) * DAY;
  for (let removed = 0; ; ) {
    const expired = await store.db
      .selectFrom('audit_entry')
      .select('seq')
      .where('action', operator, accessActions)
      .where('at', '<', before)
      .limit(LOG_BATCH)
      .execute();
    const seqs = expired.map(({ seq }) => seq);
    if (seqs.length > 0)
      await store.transact((trx) =>
        trx.deleteFrom('audit_entry').where('seq', 'in', seqs).execute(),
      );
    removed += seqs.length;
    if (seqs.length < LOG_BATCH) return removed;
  }
}
