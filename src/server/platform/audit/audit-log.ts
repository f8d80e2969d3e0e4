import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { type AuditAction, polledReads, readActions } from '#contract/audit.ts';
import { MINUTE } from '#lib/words/durations.ts';
import type { Store } from '#server/platform/database/database.ts';
import { insertMissing } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { addLogEntries, type LogEntry } from './chain.ts';

export interface AuditEvent {
  by: { id: string; email: string };
  action: AuditAction;
  reference?: string;
  detail?: string;
}

interface LogServices {
  store: Store;
  now: () => number;
}

export async function appendAuditEvent(
  { now }: Pick<LogServices, 'now'>,
  trx: Transaction<Schema>,
  event: AuditEvent,
): Promise<void> {
  addLogEntries(trx, [entryOf(event, now())]);
}

const entryOf = ({ by, action, reference, detail }: AuditEvent, at: number): LogEntry => ({
  at,
  actor_id: by.id,
  actor: by.email,
  action,
  application_number: reference ?? null,
  detail: detail ?? null,
});

const isOneOf = (actions: readonly AuditAction[], action: AuditAction) => actions.includes(action);

const WRITE_INTERVAL = 1000;
const REPEATED_READ_PAUSE = 30 * MINUTE;
const MAX_VISITS = 10_000;
const BATCH = 500;

interface Reads {
  pending: Selectable<Schema['pending_read']>[];
  timer: NodeJS.Timeout | undefined;
  visits: Map<string, number>;
}
const readsOf = new WeakMap<Store['chain'], Reads>();

/**
 * Records a read by staff without a transaction: the entry is written in a batch within a second.
 * Repeated reads by the same account make one entry until the account pauses for half an hour.
 */
export function recordRead(
  { store, now }: LogServices,
  event: AuditEvent & { action: (typeof readActions)[number] },
): void {
  const reads: Reads = readsOf.get(store.chain) ?? {
    pending: [],
    timer: undefined,
    visits: new Map(),
  };
  readsOf.set(store.chain, reads);
  const entry = entryOf(event, now());
  if (isOneOf(polledReads, event.action)) {
    const { at, ...read } = entry;
    const visit = JSON.stringify(read);
    const seenAt = reads.visits.get(visit);
    if (reads.visits.size >= MAX_VISITS) reads.visits.clear();
    reads.visits.set(visit, at);
    if (seenAt !== undefined && at - seenAt < REPEATED_READ_PAUSE) return;
  }
  reads.pending.push({ id: randomUUID(), ...entry });
  writeSoon(store, reads);
}

function writeSoon(store: Store, reads: Reads): void {
  reads.timer ??= setTimeout(() => void writeReads(store).catch(() => {}), WRITE_INTERVAL).unref();
}

async function writeReads(store: Store): Promise<void> {
  const reads = readsOf.get(store.chain);
  if (!reads) return;
  clearTimeout(reads.timer);
  reads.timer = undefined;
  const rows = reads.pending.splice(0);
  if (rows.length === 0) return;
  try {
    await insertMissing(store.db, 'pending_read', rows);
  } catch (error) {
    reads.pending.unshift(...rows);
    writeSoon(store, reads);
    throw error;
  }
}

export async function flushReads(store: Store): Promise<void> {
  await writeReads(store);
  for (let moved = BATCH; moved === BATCH; )
    moved = await store.transact(async (trx) => {
      const oldest = trx.selectFrom('pending_read').selectAll().orderBy('at').limit(BATCH);
      const rows = await store.skipLocked(oldest).execute();
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id);
      await trx.deleteFrom('pending_read').where('id', 'in', ids).execute();
      // These rows are not in the chain, so one that was put in by hand must not become another act.
      const reads = rows.filter(({ action }) => isOneOf(readActions, action));
      addLogEntries(
        trx,
        reads.map(({ id: _, ...entry }) => entry),
      );
      return rows.length;
    });
}
