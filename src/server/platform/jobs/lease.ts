import { setTimeout } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { DAY, HOUR, SECOND } from '#lib/words/durations.ts';
import { MAX_LEASE_OFFSET } from '#server/platform/database/clock.ts';
import type { Store } from '#server/platform/database/database.ts';
import { deleteRows, findRow, updateRows } from '#server/platform/database/rows.ts';
import type { JobKind, Schema } from '#server/platform/database/schema.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { type Priority, priorities } from './queue.ts';

const CLOCK_SKEW = 2 * MAX_LEASE_OFFSET;
/** Duration of a lease in ms. After a crash, a user may wait this long for a code. */
export const LEASE = CLOCK_SKEW + 10 * SECOND;
const FIRST_RETRY = 5 * SECOND;
const LONGEST_RETRY = HOUR;
const MAX_ERROR_LENGTH = 500;

export interface Job {
  id: string;
  kind: JobKind;
  subject: string;
  /** Number of this attempt, from 1; identifies the lease. */
  attempts: number;
}

/**
 * Returns when the next job of a kind, up to a priority, can be leased; null without such a job.
 * The number of rows read does not depend on the number of waiting jobs.
 */
export async function nextDue(
  store: Store,
  kind: JobKind,
  upTo: Priority = 'routine',
  query = dueQuery(store, kind, upTo),
): Promise<number | null> {
  const { rows } = await store.db.executeQuery(query);
  const due = Object.values(rows[0] ?? {}).filter((at) => at !== null);
  return due.length === 0 ? null : Math.min(...due.map(Number));
}

/** Query of {@link nextDue}, compiled once for a lane, which runs it after each queued job. */
export function dueQuery({ db }: Store, kind: JobKind, upTo: Priority) {
  const waiting = prioritiesUpTo(upTo).map((priority) =>
    db
      .selectFrom('job')
      .select('run_at')
      .where('kind', '=', kind)
      .where('priority', '=', priorities[priority])
      .where('leased_until', 'is', null)
      .orderBy('run_at')
      .limit(1)
      .as(priority),
  );
  // Written as a range, so that SQLite uses the index of leased jobs.
  const leased = db
    .selectFrom('job')
    .select(({ fn }) => fn.min('leased_until').as('due'))
    .where('kind', '=', kind)
    .where('leased_until', '>', 0)
    .where('priority', '<=', priorities[upTo])
    .as('leased');
  return db.selectNoFrom([...waiting, leased]).compile();
}

/**
 * Leases the oldest due job of the highest priority; null without a due job. Expired leases are
 * leased again. Among `prompt` jobs the newest is leased, so that a flood does not delay later
 * ones.
 */
export async function lease(
  store: Store,
  kind: JobKind,
  now: number,
  upTo: Priority = 'routine',
): Promise<Job | null> {
  const due = (trx: Transaction<Schema>, priority: Priority) =>
    trx
      .selectFrom('job')
      .select(['id', 'kind', 'subject', 'attempts'])
      .where('kind', '=', kind)
      .where('priority', '=', priorities[priority])
      .where('run_at', '<=', now)
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
      .orderBy('run_at', priority === 'prompt' ? 'desc' : 'asc')
      .orderBy('id')
      .limit(1);
  return store.transact(async (trx) => {
    for (const priority of prioritiesUpTo(upTo)) {
      const row = await store.skipLocked(due(trx, priority)).executeTakeFirst();
      if (!row) continue;
      const attempts = row.attempts + 1;
      await updateRows(trx, 'job', { id: row.id }, { attempts, leased_until: now + LEASE });
      return { ...row, attempts };
    }
    return null;
  });
}

function prioritiesUpTo(last: Priority): Priority[] {
  const all = Object.keys(priorities) as Priority[];
  return all.filter((each) => priorities[each] <= priorities[last]);
}

export function renew(store: Store, job: Job, now: number): Promise<boolean> {
  return change(store, job, { leased_until: now + LEASE });
}

/** The lease expired and another worker holds it: the work must be discarded. */
export class LeaseLost extends Error {
  constructor({ id }: Job) {
    super(`Another worker owns job ${id}`);
  }
}

/** Locks the job's row. Throws {@link LeaseLost} if this worker no longer holds the lease. */
export async function holdLease(store: Store, trx: Transaction<Schema>, job: Job): Promise<void> {
  const held = trx
    .selectFrom('job')
    .select('id')
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts);
  if (!(await store.forUpdate(held).executeTakeFirst())) throw new LeaseLost(job);
}

export function finish({ db }: Store, { id, attempts }: Job): Promise<unknown> {
  return deleteRows(db, 'job', { id, attempts });
}

export const MAIL_RETRY_PERIOD = DAY;
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Schedules the retry of a failed job with exponential back-off. A mail is given up after a day;
 * other kinds are retried for ever, because they depend only on our own services. Returns whether
 * this process still held the lease.
 */
export async function fail(store: Store, job: Job, now: number, error: unknown): Promise<boolean> {
  const row = await findRow(store.db, 'job', { id: job.id });
  const since = row?.failing_since ?? now;
  const isDead = job.kind === 'mail' && now - since >= MAIL_RETRY_PERIOD;
  return change(store, job, {
    leased_until: null,
    // 5 s, 10 s, 20 s … up to an hour, from the time: `attempts` also counts postponed attempts.
    run_at: isDead ? NEVER : now + Math.min(LONGEST_RETRY, FIRST_RETRY + now - since),
    failing_since: since,
    dead_at: isDead ? now : null,
    last_error: textOf(error),
  });
}

/** Postpones a job that could not start for an external reason. Returns as {@link fail} does. */
export function postpone(store: Store, job: Job, runAt: number, error: unknown): Promise<boolean> {
  return change(store, job, { leased_until: null, run_at: runAt, last_error: textOf(error) });
}

function textOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.slice(0, MAX_ERROR_LENGTH);
}

export function release(store: Store, job: Job): Promise<boolean> {
  return change(store, job, { leased_until: null });
}

const PERSIST_RETRY_PAUSE_MS = 250;

/**
 * Writes the outcome of a job; unrecorded work would be repeated. Retries while the database is
 * unavailable, until the lease expires or the process stops.
 */
export async function persistOutcome(
  write: () => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<unknown> {
  for (const until = performance.now() + LEASE; ; ) {
    try {
      return await write();
    } catch (error) {
      const isOver = stopping?.aborted || performance.now() > until;
      if (isOver || !(error instanceof StoreUnavailable)) throw error;
      await setTimeout(PERSIST_RETRY_PAUSE_MS);
    }
  }
}

export function retryDelay(attempts: number): number {
  return Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (attempts - 1));
}

/** Releases all leases. Only for a starting process that has exclusive use of the database. */
export async function freeLeases({ db }: Store): Promise<void> {
  await db.updateTable('job').set({ leased_until: null }).execute();
}

async function change(
  { db }: Store,
  { id, attempts }: Job,
  columns: Partial<Schema['job']>,
): Promise<boolean> {
  const numUpdatedRows = await updateRows(db, 'job', { id, attempts }, columns);
  return numUpdatedRows === 1;
}
