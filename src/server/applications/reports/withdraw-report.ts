import type { Kysely, Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import { deleteCopies, holdFiles } from '#server/applications/recipients/report-copies.ts';
import { deleteRows, lockRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { enqueue, runNow } from '#server/platform/jobs/queue.ts';
import { filesOf } from './report-life.ts';

/** Queues the generation of a report that is due, unless it is in progress. */
export async function resumeReport(
  trx: Transaction<Schema>,
  number: string,
  at: number,
): Promise<void> {
  await deleteRows(trx, 'job', { kind: 'report', subject: number, leased_until: null });
  await runNow(trx, { kind: 'report', subject: number, at });
  const waiting = await trx
    .selectFrom('report')
    .select('state')
    .where('application_number', '=', number)
    .where('state', 'in', ['queued', 'generating'])
    .where('application_number', 'not in', (query) =>
      query.selectFrom('job').select('subject').where('kind', '=', 'report'),
    )
    .executeTakeFirst();
  if (waiting) await enqueue(trx, { kind: 'report', subject: number, runAt: at });
}

/**
 * Returns when the report or the recipient's copy was first downloaded, ms since the epoch; null if
 * never. A regenerated report counts as downloaded, because regeneration clears the time.
 */
export async function firstFetch(db: Kysely<Schema>, number: string): Promise<number | null> {
  const row = await db
    .selectFrom('report')
    .leftJoin('recipient', 'recipient.application_number', 'report.application_number')
    .select(['report.fetched_at', 'report.regenerations', 'report.updated_at'])
    .select('recipient.fetched_at as copy_fetched_at')
    .where('report.application_number', '=', number)
    .executeTakeFirst();
  if (!row) return null;
  return row.fetched_at ?? row.copy_fetched_at ?? (row.regenerations > 0 ? row.updated_at : null);
}

/**
 * Deletes the report of an approval that is withdrawn, with its jobs. The clean-up removes the
 * files, unless a dispute is open.
 * @throws {ApiError} `notAllowedNow` if the report or the recipient's copy was downloaded
 */
export async function withdrawReport(
  { services: { store, now }, trx }: Scope,
  { number, state }: Pick<Schema['application'], 'number' | 'state'>,
): Promise<void> {
  const report = await lockRow(store, trx, 'report', { application_number: number });
  // Locks the row, so that no download is recorded at the same time.
  const recipients = trx.selectFrom('recipient').select('fetched_at');
  await store.forUpdate(recipients.where('application_number', '=', number)).execute();
  if ((await firstFetch(trx, number)) !== null) throw new ApiError(codes.notAllowedNow, { state });
  const copies = await deleteCopies(trx, number);
  if (report) await holdFiles(trx, number, [...filesOf(report), ...copies], now());
  await deleteRows(trx, 'report', { application_number: number });
  await trx
    .deleteFrom('job')
    .where('kind', 'in', ['report', 'recipientCopy'])
    .where('subject', '=', number)
    .execute();
}
