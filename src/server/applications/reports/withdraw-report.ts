import type { Kysely, Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { LastDecision } from '#machines/application.machine.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import { deleteCopies, holdFiles } from '#server/applications/recipients/report-copies.ts';
import { deleteRows, lockRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { enqueue, runNow } from '#server/platform/jobs/queue.ts';
import { filesOf } from './report-life.ts';

/**
 * Queues the generation of a report that is due, unless it is in progress.
 * @throws {ApiError} `notAllowedNow` if the report was deleted
 */
export async function resumeReport(
  trx: Transaction<Schema>,
  number: string,
  at: number,
): Promise<void> {
  await deleteRows(trx, 'job', { kind: 'report', subject: number, leased_until: null });
  await runNow(trx, { kind: 'report', subject: number, at });
  const report = await trx
    .selectFrom('report')
    .leftJoin('job', (join) =>
      join.onRef('job.subject', '=', 'application_number').on('job.kind', '=', 'report'),
    )
    .select(['report.state', 'job.id as job'])
    .where('application_number', '=', number)
    .executeTakeFirst();
  if (!report) throw new ApiError(codes.notAllowedNow);
  const isDue = report.state === 'queued' || report.state === 'generating';
  if (isDue && report.job === null)
    await enqueue(trx, { kind: 'report', subject: number, runAt: at });
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
 * Stops the jobs of the report of an approval that is withdrawn, and deletes the report at `dueAt`,
 * when the withdrawal can no longer be undone.
 * @throws {ApiError} `notAllowedNow` if the report or the recipient's copy was downloaded
 */
export async function withdrawReport(
  scope: Scope,
  { number, state }: Pick<ApplicationRow, 'number' | 'state'>,
  dueAt: number,
): Promise<void> {
  const { services, trx } = scope;
  // Locks the rows, so that no download is recorded at the same time.
  for (const table of ['report', 'recipient'] as const)
    await lockRow(services.store, trx, table, { application_number: number });
  if ((await firstFetch(trx, number)) !== null) throw new ApiError(codes.notAllowedNow, { state });
  if (dueAt <= services.now()) return deleteReport(scope, number);
  await deleteJobs(trx, number);
  await enqueue(trx, { kind: 'report', subject: number, runAt: dueAt });
}

/** Returns true if the last event is the withdrawal of an approval, which may be undone. */
export function isWithdrawn({ state, last_decision_json: decision }: ApplicationRow): boolean {
  if (state !== 'dataRequest.underReview' || decision === null) return false;
  return (JSON.parse(decision) as LastDecision).from === 'approved';
}

/** Deletes a report with its jobs. The clean-up removes the files, unless a dispute is open. */
export async function deleteReport({ services, trx }: Scope, number: string): Promise<void> {
  const report = await trx
    .deleteFrom('report')
    .where('application_number', '=', number)
    .returningAll()
    .executeTakeFirst();
  const copies = await deleteCopies(trx, number);
  if (report) await holdFiles(trx, number, [...filesOf(report), ...copies], services.now());
  await deleteJobs(trx, number);
}

const deleteJobs = (trx: Transaction<Schema>, number: string) =>
  trx
    .deleteFrom('job')
    .where('kind', 'in', ['report', 'recipientCopy'])
    .where('subject', '=', number)
    .execute();
