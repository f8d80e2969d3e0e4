import { type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { fileDamaged } from '#server/applications/reports/report-mails.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { DamagedFile } from '#server/platform/database/store-error.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { Content } from './contents.ts';

/** Stands in the log where nobody acts. */
const PORTAL = { id: 'portal', email: 'portal' };

/**
 * Writes down that a content was found whole or damaged. The desk is told once about each that is
 * damaged, in the log and by mail; one that was put right is whole again.
 */
export async function recordCheck(
  services: Services,
  { table, key, name, applicationNumber }: Content,
  isWhole: boolean,
): Promise<void> {
  const { store, now } = services;
  await store.transact(async (trx) => {
    const row = await store.forUpdate(selectOf[table](trx, key, name)).executeTakeFirst();
    // Meanwhile it was erased, or generated again.
    if (!row) return;
    const changed = { checked_at: now(), damaged_at: isWhole ? null : (row.damaged_at ?? now()) };
    await update(trx, table, key, changed);
    if (isWhole || row.damaged_at !== null) return;
    await appendAuditEvent(services, trx, {
      by: PORTAL,
      action: 'file.damaged',
      ...(applicationNumber && { reference: applicationNumber }),
      detail: name,
    });
    const { DESK_MAILBOX: recipient, DESK_LANGUAGE: language } = await effectiveConfig(
      services,
      trx,
    );
    if (!recipient) return;
    await postMail(trx, {
      ...fileDamaged(language, { number: applicationNumber, fileName: name }),
      recipient,
      language,
      at: now(),
      ...(applicationNumber && { reference: applicationNumber }),
    });
  });
}

type Select = (
  trx: Transaction<Schema>,
  key: string,
  name: string,
) => SelectQueryBuilder<
  Schema,
  'stored_file' | 'report' | 'held_report' | 'recipient_file' | 'series_object',
  { damaged_at: number | null }
>;

/** The row of a content, while it still names it. */
const selectOf: Record<Content['table'], Select> = {
  stored_file: (trx, id) => trx.selectFrom('stored_file').select('damaged_at').where('id', '=', id),
  series_object: (trx, id) =>
    trx.selectFrom('series_object').select('damaged_at').where('id', '=', id),
  held_report: (trx, name) =>
    trx.selectFrom('held_report').select('damaged_at').where('name', '=', name),
  recipient_file: (trx, name) =>
    trx.selectFrom('recipient_file').select('damaged_at').where('name', '=', name),
  report: (trx, number, name) =>
    trx
      .selectFrom('report')
      .select('damaged_at')
      .where('application_number', '=', number)
      .where('file_name', '=', name),
  report_package: (trx, number, name) =>
    trx
      .selectFrom('report')
      .select('package_damaged_at as damaged_at')
      .where('application_number', '=', number)
      .where('package_name', '=', name),
};

async function update(
  trx: Transaction<Schema>,
  table: Content['table'],
  key: string,
  { checked_at, damaged_at }: { checked_at: number; damaged_at: number | null },
): Promise<void> {
  const changedHere = { checked_at, damaged_at };
  if (table === 'held_report' || table === 'recipient_file') {
    await trx.updateTable(table).set(changedHere).where('name', '=', key).execute();
    return;
  }
  if (table === 'stored_file' || table === 'series_object') {
    await trx.updateTable(table).set(changedHere).where('id', '=', key).execute();
    return;
  }
  const changed =
    table === 'report'
      ? changedHere
      : { package_checked_at: checked_at, package_damaged_at: damaged_at };
  await trx.updateTable('report').set(changed).where('application_number', '=', key).execute();
}

/** Runs what reads a content; writes down that it is damaged when that is found. */
export async function noticingDamage<T>(
  services: Services,
  content: Content,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DamagedFile) await recordCheck(services, content, false);
    throw error;
  }
}

const marks = [
  ['stored_file', 'damaged_at'],
  ['series_object', 'damaged_at'],
  ['report', 'damaged_at'],
  ['report', 'package_damaged_at'],
  ['held_report', 'damaged_at'],
  ['recipient_file', 'damaged_at'],
] as const;

/** Counts the contents that were found damaged or missing, and were not put right since. */
export async function countDamaged({ db }: Store): Promise<number> {
  let damaged = 0;
  for (const [table, column] of marks) {
    const { rows } = await sql<{ count: number }>`select count(*) as count
      from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(db);
    damaged += Number(rows[0]?.count);
  }
  return damaged;
}
