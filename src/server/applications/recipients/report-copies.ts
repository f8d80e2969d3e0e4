import type { Kysely, Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { hasTag } from '#contract/stored-application.ts';
import { personalForms } from '#contract/stored-forms.ts';
import { DAY } from '#lib/words/durations.ts';
import { recipientReady } from '#server/applications/reports/report-mails.ts';
import { deleteRows, findRows, insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { holdLease, type Job } from '#server/platform/jobs/lease.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import { postMail } from '#server/platform/mail/outbox.ts';

type AwaitedCopy = NonNullable<Awaited<ReturnType<typeof awaitedCopy>>>;

type CopiedFile = Pick<Schema['recipient_file'], 'name' | 'format' | 'size' | 'sha256'>;

export async function queueCopy(
  trx: Transaction<Schema>,
  number: string,
  at: number,
): Promise<void> {
  const recipient = await trx
    .selectFrom('recipient')
    .select('email')
    .where('application_number', '=', number)
    .where('proved_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (recipient) await enqueue(trx, { kind: 'recipientCopy', subject: number, runAt: at });
}

/**
 * Returns the copy to generate; null if the copy exists, or if there is no report to download or no
 * confirmed address.
 */
export async function awaitedCopy(db: Kysely<Schema>, number: string) {
  const row = await db
    .selectFrom('recipient')
    .innerJoin('application', 'application.number', 'recipient.application_number')
    .innerJoin('report', 'report.application_number', 'recipient.application_number')
    .select(['recipient.email', 'recipient.language', 'application.state', 'application.form_json'])
    .select(['report.file_name', 'report.kept_until'])
    .where('recipient.application_number', '=', number)
    .where('recipient.proved_at', 'is not', null)
    .where('recipient.withdrawn_at', 'is', null)
    .where('report.state', '=', 'delivered')
    .executeTakeFirst();
  if (!row || row.file_name === null || !hasTag(row.state, 'downloadable')) return null;
  if ((await copiesOf(db, number)).length > 0) return null;
  const { email, file_name: reportFile, kept_until } = row;
  const language = row.language as Language;
  const name = personalForms.read(row.form_json).thirdParty?.name ?? '';
  return { number, name, email, language, reportFile, keptUntil: kept_until ?? 0 };
}

export async function storeCopy(
  services: Services,
  job: Job,
  awaited: AwaitedCopy,
  { files, password }: { files: readonly CopiedFile[]; password: string },
): Promise<boolean> {
  const { store, config, now } = services;
  const { number, name, email, language, keptUntil } = awaited;
  return store.transact(async (trx) => {
    await holdLease(store, trx, job);
    for (const table of ['report', 'recipient'] as const) {
      const locked = trx.selectFrom(table).select('application_number');
      await store.forUpdate(locked.where('application_number', '=', number)).execute();
    }
    const current = await awaitedCopy(trx, number);
    if (current?.reportFile !== awaited.reportFile || current.email !== email) return false;
    await insertRows(
      trx,
      'recipient_file',
      files.map((file) => ({ ...file, application_number: number })),
    );
    const { HOLDER_NAME: holderName, TIME_ZONE: timeZone } = config;
    await postMail(trx, {
      ...recipientReady(language, { number, name, holderName, password, keptUntil, timeZone }),
      recipient: email,
      language,
      at: now(),
      reference: number,
    });
    return true;
  });
}

export const copiesOf = (db: Kysely<Schema>, number: string) =>
  findRows(db, 'recipient_file', { application_number: number }, 'format');

export const deleteCopies = (trx: Transaction<Schema>, number: string) =>
  deleteRows(trx, 'recipient_file', { application_number: number });

export const OUTCOME_WITHDRAWAL_PERIOD = 7 * DAY;

export const disputedApplications = (db: Kysely<Schema>, endedAfter: number) =>
  db
    .selectFrom('dispute')
    .select('application_number')
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', endedAfter)]));

interface ReportFile {
  name: string | null;
  size: number | null;
  sha256: string | null;
}

/**
 * Holds the files of a report that is about to be deleted, if its application is disputed. Returns
 * true if it holds them.
 */
export async function holdFiles(
  trx: Transaction<Schema>,
  application_number: string,
  files: readonly ReportFile[],
  held_at: number,
): Promise<boolean> {
  const dispute = await disputedApplications(trx, held_at - OUTCOME_WITHDRAWAL_PERIOD)
    .where('application_number', '=', application_number)
    .executeTakeFirst();
  if (!dispute) return false;
  for (const { name, size, sha256 } of files)
    if (name !== null && size !== null && sha256 !== null)
      await insertRows(trx, 'held_report', { name, application_number, size, sha256, held_at });
  return true;
}

export const heldReportsOf = (db: Kysely<Schema>, number: string) =>
  findRows(db, 'held_report', { application_number: number }, 'held_at', 'name');

export async function releaseHeldReports(trx: Transaction<Schema>, at: number): Promise<void> {
  await trx
    .deleteFrom('held_report')
    .where(
      'application_number',
      'not in',
      disputedApplications(trx, at - OUTCOME_WITHDRAWAL_PERIOD),
    )
    .execute();
}
