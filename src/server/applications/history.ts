import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import { type ApplicationRow, type EventDetails, isSubset } from './application-row.ts';

export type HistoryRow = Schema['history_entry'];

export async function recordEntry(trx: Transaction<Schema>, entry: HistoryRow): Promise<void> {
  await insertRows(trx, 'history_entry', entry);
  await enqueue(trx, { kind: 'projection', subject: entry.application_number, runAt: entry.at });
}

/** SQL condition: the history entry is a decision that was undone, or the entry that undid it. */
export const isUndone = (entry: string) => sql<SqlBool>`(
  ${sql.ref(`${entry}.event`)} = 'decision.undo' or exists (
    select 1 from history_entry as undo
    where undo.application_number = ${sql.ref(`${entry}.application_number`)}
      and undo.revision = ${sql.ref(`${entry}.revision`)} + 1
      and undo.event = 'decision.undo'
  ))`;

export const lastChangeOf = (number: string) => sql<number>`(
  select max(effective.revision) from history_entry as effective
  where effective.application_number = ${sql.ref(number)} and not ${isUndone('effective')})`;

/** Returns the last entry up to a revision, without undone decisions. */
export const lastChange = (
  db: Kysely<Schema>,
  { number, revision: upTo }: Pick<ApplicationRow, 'number' | 'revision'>,
): Promise<HistoryRow | undefined> =>
  db
    .selectFrom('history_entry')
    .selectAll()
    .where('application_number', '=', number)
    .where('revision', '<=', upTo)
    .where(({ not }) => not(isUndone('history_entry')))
    .orderBy('revision', 'desc')
    .executeTakeFirst();

export function withoutUndone<E extends { event: string }>(history: readonly E[]): E[] {
  return history.filter(
    ({ event }, index) =>
      event !== 'decision.undo' && history[index + 1]?.event !== 'decision.undo',
  );
}

/** SQL condition: the history entry `approval` is the last approval and was not withdrawn. */
export const isApprovalInForce = sql<SqlBool>`
  approval.event = 'data.approve' and approval.revision = (
    select max(revision) from history_entry as decided
    where decided.application_number = approval.application_number
      and decided.event in ('data.approve', 'approval.withdraw') and not ${isUndone('decided')}
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

const takingBack: readonly string[] = [
  'decision.undo',
  'information.withdraw',
  'approval.withdraw',
  'application.reopen',
];

/**
 * Returns the original result of an event that the same caller repeats; otherwise null, also for a
 * decision that was taken back since.
 */
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
    .leftJoin('history_entry as next', (join) =>
      join
        .onRef('next.application_number', '=', 'application.number')
        .on('next.revision', '=', revision + 1),
    )
    .selectAll('application')
    .select(['history_entry.actor_id', 'history_entry.role', 'history_entry.event'])
    .select(['history_entry.text', 'history_entry.facts_json', 'next.event as next'])
    .where('application.number', '=', number)
    .where('history_entry.revision', '=', revision)
    .executeTakeFirst();
  const isSame =
    entry !== undefined &&
    // These events can recur, for example `sharing.resume`: a retry only if nothing followed.
    (!/^(sharing\.|data\.approve$)/.test(event.type) || entry.revision === revision) &&
    !takingBack.includes(entry.next ?? '') &&
    entry.actor_id === event.by.id &&
    entry.role === event.by.role &&
    entry.event === event.type &&
    entry.text === (text ?? null) &&
    entry.facts_json === factsOf(event) &&
    isSubset<ApplicationRow>(columns, entry) &&
    (await isRecorded?.(db, revision)) !== false;
  return isSame ? { applicationNumber: number, revision } : null;
}

export function factsOf(event: ApplicationEvent): string | null {
  const { type: _, by: __, at: ___, revision: ____, ...facts } = event;
  return Object.keys(facts).length > 0 ? JSON.stringify(facts) : null;
}
