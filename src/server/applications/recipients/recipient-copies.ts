import type { Kysely, Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { hasTag } from '#contract/stored-application.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { holdLease, type Job } from '#server/platform/jobs/lease.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { recipientReady } from './recipient-mails.ts';

/** A copy that is to be generated: for which address, beside which delivered report. */
export interface AwaitedCopy {
  number: string;
  email: string;
  language: Language;
  /** The owner's workbook: of another report the copy is another. */
  reportFile: string;
  keptUntil: number;
}

export type CopiedFile = Pick<Schema['recipient_file'], 'name' | 'format' | 'size' | 'sha256'>;

/** Queues the recipient's copy, in the transaction of its cause, where a recipient has proved itself. */
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
 * The copy that an application still waits for; null while its report is not delivered, nobody has
 * proved an address, or the copy is there.
 */
export async function awaitedCopy(db: Kysely<Schema>, number: string): Promise<AwaitedCopy | null> {
  const row = await db
    .selectFrom('recipient')
    .innerJoin('application', 'application.number', 'recipient.application_number')
    .innerJoin('report', 'report.application_number', 'recipient.application_number')
    .select(['recipient.email', 'recipient.language', 'application.state'])
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
  return { number, email, language, reportFile, keptUntil: kept_until ?? 0 };
}

/**
 * Stores a generated copy and mails its password to the recipient. Answers false, and stores
 * nothing, when meanwhile the copy is no longer awaited as it was.
 * @throws {LeaseLost} when the job is another's by now
 */
export async function storeCopy(
  services: Services,
  job: Job,
  awaited: AwaitedCopy,
  { files, password }: { files: readonly CopiedFile[]; password: string },
): Promise<boolean> {
  const { store, config, now } = services;
  const { number, email, language, keptUntil } = awaited;
  return store.transact(async (trx) => {
    await holdLease(store, trx, job);
    // What replaces the report or withdraws the recipient changes these rows, and waits here.
    for (const table of ['report', 'recipient'] as const)
      await store
        .forUpdate(
          trx
            .selectFrom(table)
            .select('application_number')
            .where('application_number', '=', number),
        )
        .execute();
    const still = await awaitedCopy(trx, number);
    if (still?.reportFile !== awaited.reportFile || still.email !== email) return false;
    await trx
      .insertInto('recipient_file')
      .values(files.map((file) => ({ ...file, application_number: number })))
      .execute();
    const { HOLDER_NAME: holderName, TIME_ZONE: timeZone } = config;
    await postMail(trx, {
      ...recipientReady(language, { number, holderName, password, keptUntil, timeZone }),
      recipient: email,
      language,
      at: now(),
      reference: number,
    });
    return true;
  });
}

/** The recipient's own files. */
export function copiesOf(db: Kysely<Schema>, number: string) {
  return db
    .selectFrom('recipient_file')
    .select(['name', 'application_number', 'format', 'size', 'sha256'])
    .where('application_number', '=', number)
    .orderBy('format')
    .execute();
}

/** Deletes the rows of the recipient's files; answers them. */
export function dropCopies(trx: Transaction<Schema>, number: string): Promise<CopiedFile[]> {
  return trx
    .deleteFrom('recipient_file')
    .where('application_number', '=', number)
    .returning(['name', 'format', 'size', 'sha256'])
    .execute();
}
