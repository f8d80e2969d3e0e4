import type { Transaction } from 'kysely';
import type { Store } from '#server/platform/store/database.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { StoreUnavailable } from '#server/platform/store/store-error.ts';
import { type Priority, priorities } from './queue.ts';

const SECOND = 1000;

/**
 * Duration of a lease unless renewed, in ms; when the process dies, another waits this long. Far
 * longer than clocks differ or a process stalls, and short enough for whoever waits for a code.
 */
export const LEASE = 20 * SECOND;
const FIRST_RETRY = 5 * SECOND;
export const LONGEST_RETRY = 60 * 60 * SECOND;
const MAX_ERROR_LENGTH = 500;

/** A job that is ours for now. */
export interface Job {
  id: string;
  kind: Schema['job']['kind'];
  /** Subject of the job; its kind defines the format. */
  subject: string;
  /** Number of this try, from 1. It also distinguishes our lease from a later one. */
  attempts: number;
  /** When it was due as it was taken, ms since the epoch. */
  run_at: number;
}

/**
 * When the next job of a kind, up to a priority, can be taken, ms since the epoch; null when there is
 * none. It reads the first of each priority and what is in hand, however many wait.
 */
export async function nextDue(
  { db }: Store,
  kind: Job['kind'],
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
  // Said as a range, by which the embedded database takes the index of what is in hand.
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
 * Takes, of the jobs that are due, the one of the first priority that is due longest; null when
 * none is. A lease that ran out is taken again. Of what strangers wait for it is the newest, so that
 * nobody's is put off by a flood that came before it.
 * @throws {LeaseUnknown} when the database went away while it took one
 */
export async function lease(
  store: Store,
  kind: Job['kind'],
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
 * The database went away before it said whether the lease is ours. It may be: then nobody does the
 * job until it ends, and whoever asked for it withdraws it.
 */
export class LeaseUnknown extends StoreUnavailable {
  readonly #job: Job;
  readonly #until: number;

  constructor(job: Job, until: number, cause: Error) {
    super(cause.message, { cause });
    this.#job = job;
    this.#until = until;
  }

  /** Frees the job, if the lease is ours. */
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

/** Keeps a job that takes long. Answers whether it is still ours. */
export function renew(store: Store, job: Job, now: number): Promise<boolean> {
  return change(store, job, { leased_until: now + LEASE });
}

/** Somebody else does the job by now: nothing of what we did of it may be taken over. */
export class LeaseLost extends Error {
  constructor({ id }: Job) {
    super(`Job ${id} is another's by now`);
  }
}

/**
 * Locks a job that is ours until the transaction ends, which writes its outcome.
 * @throws {LeaseLost} when it is not ours any more
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

/** A mail that has failed for so long, in ms, is dead: it waits until a person has it tried again. */
export const LONGEST_FAILING = 24 * 60 * 60 * SECOND;
/** When a dead job is due: in no time that a clock shows. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * The work failed: it is tried again, later each time. A mail is dead after a day; what our own
 * services fail at goes on, since their return mends it. Answers whether the job was still ours.
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

/** Puts a job off that could not be begun, through no fault of its own; as {@link fail} answers. */
export function postpone(store: Store, job: Job, runAt: number, error: unknown): Promise<boolean> {
  return change(store, job, { leased_until: null, run_at: runAt, last_error: textOf(error) });
}

/** What is kept of an error beside its job. */
export function textOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.slice(0, MAX_ERROR_LENGTH);
}

/** Gives a job back undone and without blame, because the process stops; as {@link fail} answers. */
export function giveBack(store: Store, job: Job): Promise<boolean> {
  return change(store, job, { leased_until: null });
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
