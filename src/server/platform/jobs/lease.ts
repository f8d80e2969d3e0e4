import { setTimeout } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Store } from '#server/platform/database/database.ts';
import type { JobKind, Schema } from '#server/platform/database/schema.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { type Priority, priorities } from './queue.ts';

const SECOND = 1000;

/** Largest difference between the clocks of two processes that leases tolerate, in ms. */
const CLOCK_SKEW = 10 * SECOND;
/**
 * Duration of a lease unless renewed, in ms. After a crash, another process waits this long: short
 * enough for a person waiting for a code.
 */
export const LEASE = CLOCK_SKEW + 10 * SECOND;
const FIRST_RETRY = 5 * SECOND;
const LONGEST_RETRY = 60 * 60 * SECOND;
const MAX_ERROR_LENGTH = 500;

/** A job that this worker has leased. */
export interface Job {
  id: string;
  kind: JobKind;
  /** Format: see `JobKinds`. */
  subject: string;
  /** Number of this attempt, from 1. It also distinguishes this lease from a later one. */
  attempts: number;
  /** Due time when it was leased, ms since the epoch. */
  run_at: number;
}

/**
 * Returns when the next job of a kind, up to a priority, can be leased, ms since the epoch; null when
 * there is none. Reads the first of each priority and the leased ones, however many wait.
 */
export async function nextDue(
  { db }: Store,
  kind: JobKind,
  upTo: Priority = 'routine',
): Promise<number | null> {
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
  // As a range, so that the embedded database uses the index of leased jobs.
  const inHand = db
    .selectFrom('job')
    .select(({ fn }) => fn.min('leased_until').as('due'))
    .where('kind', '=', kind)
    .where('leased_until', '>', 0)
    .where('priority', '<=', priorities[upTo])
    .as('inHand');
  const found = await db.selectNoFrom([...waiting, inHand]).executeTakeFirstOrThrow();
  const due = Object.values(found).filter((at) => at !== null);
  return due.length === 0 ? null : Math.min(...due.map(Number));
}

/**
 * Leases the due job of the first priority that is due longest; null when none is. An expired lease
 * is leased again. Of `prompt` jobs it takes the newest, so that a flood delays nobody after it.
 * @throws {LeaseUnknown} when the database became unavailable meanwhile
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
      .select(['id', 'kind', 'subject', 'attempts', 'run_at'])
      .where('kind', '=', kind)
      .where('priority', '=', priorities[priority])
      .where('run_at', '<=', now)
      .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now)]))
      .orderBy('run_at', priority === 'prompt' ? 'desc' : 'asc')
      .orderBy('id')
      .limit(1);
  let taken: Job | null = null;
  const take = async (trx: Transaction<Schema>) => {
    let row: Job | undefined;
    for (const priority of prioritiesUpTo(upTo)) {
      row = await store.skipLocked(due(trx, priority)).executeTakeFirst();
      if (row) break;
    }
    if (!row) return null;
    taken = { ...row, attempts: row.attempts + 1 };
    await trx
      .updateTable('job')
      .set({ attempts: taken.attempts, leased_until: now + LEASE })
      .where('id', '=', taken.id)
      .execute();
    return taken;
  };
  try {
    return await store.transact(take);
  } catch (error) {
    throw taken && error instanceof StoreUnavailable
      ? new LeaseUnknown(taken, now + LEASE, error)
      : error;
  }
}

/**
 * The database became unavailable before it confirmed the lease. It may exist: the job then waits
 * until it expires, unless the caller withdraws it.
 */
export class LeaseUnknown extends StoreUnavailable {
  readonly #job: Job;
  readonly #until: number;

  constructor(job: Job, until: number, cause: Error) {
    super(cause.message, { cause });
    this.#job = job;
    this.#until = until;
  }

  /** Frees the job if the lease exists. */
  withdraw({ db }: Store): Promise<unknown> {
    return db
      .updateTable('job')
      .set({ leased_until: null })
      .where('id', '=', this.#job.id)
      .where('attempts', '=', this.#job.attempts)
      .where('leased_until', '=', this.#until)
      .execute();
  }
}

function prioritiesUpTo(last: Priority): Priority[] {
  const all = Object.keys(priorities) as Priority[];
  return all.filter((one) => priorities[one] <= priorities[last]);
}

/** Renews a lease. Returns whether it is still ours. */
export function renew(store: Store, job: Job, now: number): Promise<boolean> {
  return change(store, job, { leased_until: now + LEASE });
}

/** The lease expired and another worker owns the job: discard the work. */
export class LeaseLost extends Error {
  constructor({ id }: Job) {
    super(`Another worker owns job ${id}`);
  }
}

/**
 * Locks a leased job until the end of the transaction that writes its outcome.
 * @throws {LeaseLost} when another worker owns the job
 */
export async function holdLease(store: Store, trx: Transaction<Schema>, job: Job): Promise<void> {
  const held = trx
    .selectFrom('job')
    .select('id')
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts);
  if (!(await store.forUpdate(held).executeTakeFirst())) throw new LeaseLost(job);
}

/** Deletes a job whose work is done. */
export function finish({ db }: Store, { id, attempts }: Job): Promise<unknown> {
  return db.deleteFrom('job').where('id', '=', id).where('attempts', '=', attempts).execute();
}

/** A mail that has failed for this long, in ms, is dead: a person has to retry it. */
export const LONGEST_FAILING = 24 * 60 * 60 * SECOND;
/** Due time of a dead job: never. */
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Schedules the retry of a failed job, later each time. A mail is dead after a day; other kinds are
 * retried for ever, since they depend on our own services. Returns whether the job was still ours.
 */
export async function fail(store: Store, job: Job, now: number, error: unknown): Promise<boolean> {
  const row = await store.db
    .selectFrom('job')
    .select('failing_since')
    .where('id', '=', job.id)
    .executeTakeFirst();
  const since = row?.failing_since ?? now;
  const isDead = job.kind === 'mail' && now - since >= LONGEST_FAILING;
  return change(store, job, {
    leased_until: null,
    run_at: isDead ? NEVER : now + retryDelay(job.attempts),
    failing_since: since,
    dead_at: isDead ? now : null,
    last_error: textOf(error),
  });
}

/** Postpones a job that could not start, through no fault of its own. Returns as {@link fail} does. */
export function postpone(store: Store, job: Job, runAt: number, error: unknown): Promise<boolean> {
  return change(store, job, { leased_until: null, run_at: runAt, last_error: textOf(error) });
}

/**
 * Postpones a job whose work is not allowed yet, or frees it when it was hastened since it was taken.
 * Returns as {@link fail} does.
 */
export async function postponeUnlessHastened(
  store: Store,
  job: Job,
  runAt: number,
  error: unknown,
): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable('job')
    .set({ leased_until: null, run_at: runAt, last_error: textOf(error) })
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .where('run_at', '=', job.run_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n || giveBack(store, job);
}

function textOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.slice(0, MAX_ERROR_LENGTH);
}

/** Frees an unfinished job because the process stops. Returns as {@link fail} does. */
export function giveBack(store: Store, job: Job): Promise<boolean> {
  return change(store, job, { leased_until: null });
}

/** Pause between two attempts to write an outcome, in ms. */
const PERSIST_PAUSE = 250;

/**
 * Writes the outcome of a job as soon as the database is available again, because unrecorded work is
 * repeated. Gives up when the lease has expired or the process stops.
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
      await setTimeout(PERSIST_PAUSE);
    }
  }
}

/** 5 s, 10 s, 20 s … up to an hour. */
export function retryDelay(attempts: number): number {
  return Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (attempts - 1));
}

/**
 * Frees all leases at a start. Only for a process that has the database for itself: the processes that
 * held them are dead.
 */
export async function freeLeases({ db }: Store): Promise<void> {
  await db.updateTable('job').set({ leased_until: null }).execute();
}

async function change(
  { db }: Store,
  { id, attempts }: Job,
  columns: Partial<Schema['job']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set(columns)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
