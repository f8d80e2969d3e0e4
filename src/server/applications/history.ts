import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { ApplicationEvent } from '#machines/application.events.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import type { ApplicationRow, EventDetails } from './application-row.ts';

export type HistoryRow = Schema['history_entry'];

export async function recordEntry(trx: Transaction<Schema>, entry: HistoryRow): Promise<void> {
  await trx.insertInto('history_entry').values(entry).execute();
  await enqueue(trx, { kind: 'projection', subject: entry.application_number, runAt: entry.at });
}

/** Condition for `approval`, a history entry: it is the last approval and was not withdrawn. */
export const isApprovalInForce = sql<SqlBool>`
  approval.event = 'data.approve' and approval.revision = (
    select max(revision) from history_entry
    where application_number = approval.application_number
      and event in ('data.approve', 'approval.withdraw')
  )`;

export async function lastQuestion(db: Kysely<Schema>, number: string): Promise<string | null> {
  const entry = await db
    .selectFrom('history_entry')
    .select('text')
    .where('application_number', '=', number)
    .where('event', '=', 'information.request')
    .orderBy('revision', 'desc')
    .executeTakeFirst();
  return entry?.text ?? null;
}

export interface Applied {
  applicationNumber: string;
  revision: number;
}

/** Returns the original result of an event that the same caller repeats; otherwise null. */
export async function findApplied(
  { store: { db } }: Services,
  number: string,
  event: ApplicationEvent,
  { text, columns = {}, isRecorded }: EventDetails,
): Promise<Applied | null> {
  const revision = event.revision + 1;
  const entry = await db
    .selectFrom('history_entry')
    .innerJoin('application', 'application.number', 'history_entry.application_number')
    .selectAll('application')
    .select(['actor_id', 'role', 'event', 'text', 'facts_json'])
    .where('application_number', '=', number)
    .where('history_entry.revision', '=', revision)
    .executeTakeFirst();
  const isSame =
    entry !== undefined &&
    // Withholding or suspending again after a resumption is another decision.
    (!event.type.startsWith('sharing.') || entry.revision === revision) &&
    entry.actor_id === event.by.id &&
    entry.role === event.by.role &&
    entry.event === event.type &&
    entry.text === (text ?? null) &&
    entry.facts_json === factsOf(event) &&
    Object.entries(columns).every(
      ([column, value]) => entry[column as keyof ApplicationRow] === value,
    ) &&
    (await isRecorded?.(db, revision)) !== false;
  return isSame ? { applicationNumber: number, revision } : null;
}

export function factsOf(event: ApplicationEvent): string | null {
  const { type: _, by: __, at: ___, revision: ____, ...facts } = event;
  return Object.keys(facts).length > 0 ? JSON.stringify(facts) : null;
}
