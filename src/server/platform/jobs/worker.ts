import type { Services } from '#server/platform/store/services.ts';
import { isStorageFull, StoreUnavailable } from '#server/platform/store/store-error.ts';
import { traced } from '#server/platform/store/tracing.ts';
import { defer } from './defer.ts';
import { isOfFormerClock, recallPutOff } from './former-clock.ts';
import {
  fail,
  finish,
  giveBack,
  type Job,
  LEASE,
  LeaseLost,
  LeaseUnknown,
  lease,
  nextDue,
  postpone,
  renew,
} from './lease.ts';
import { persistently } from './persistently.ts';
import type { Priority } from './queue.ts';
import { wakeableSleep } from './wakeable-sleep.ts';

/** Longest sleep between two polls of the table, in ms: another process may have queued a job. */
const LONGEST_SLEEP = 1000;
/** Shortest: a job that is due is being taken by another process this very moment. */
const SHORTEST_SLEEP = 20;
const RENEWAL = LEASE / 3;
/** Pause before a job is tried again for which there was no space, in ms. */
const UNTIL_SPACE = 30_000;
/** The same where the storage did not answer, or the database: it may be away for that job alone. */
const UNTIL_BACK = 5_000;
/** The same where the work may not be done at present. */
const UNTIL_ALLOWED = 60_000;

/** The work may not be done now, and shall be once it may: nobody is to blame for that. */
export class NotYet extends Error {}

/**
 * Does one job. Throws when it failed; `stopping` aborts long work when the process is to end, or
 * when the job is another's by now, because this process stood still.
 */
export type HandleJob = (job: Job, stopping: AbortSignal) => Promise<void>;

export interface Worker {
  /** Polls the table now: a job was committed. */
  wake(): void;
  /**
   * Takes no further job; resolves once the one in hand is done or given back, which it is at the
   * latest when `overdue` is aborted.
   */
  stop(overdue?: AbortSignal): Promise<void>;
}

/**
 * Does the jobs of one kind, one after the other, until stopped. Any number of processes may, and
 * any number of workers of one; one that works `upTo` a priority is free for what is urgent.
 * `onError` hears of failed jobs (which are tried again) and of a database that does not answer.
 */
export function startWorker(
  services: Services,
  kind: Job['kind'],
  handle: HandleJob,
  onError: (error: unknown) => void = console.error,
  upTo: Priority = 'routine',
): Worker {
  const { store, now } = services;
  const stopping = new AbortController();
  const leaving = Promise.withResolvers<never>();
  // Nobody need be waiting for it.
  leaving.promise.catch(() => {});
  const sleeper = wakeableSleep();

  async function work(job: Job): Promise<unknown> {
    const lost = new AbortController();
    const keep = async () => {
      if (!(await renew(store, job, now()))) lost.abort(new LeaseLost(job));
    };
    const renewal = setInterval(() => void keep().catch(onError), RENEWAL);
    const ending = AbortSignal.any([stopping.signal, lost.signal]);
    try {
      await Promise.race([traced(`job ${kind}`, () => handle(job, ending)), leaving.promise]);
    } catch (error) {
      const isBlameless = ending.aborted || isNobodysFault(error);
      if (!isBlameless) onError(error);
      return await persistently(() => {
        if (error instanceof StoreUnavailable)
          return postpone(store, job, now() + UNTIL_BACK, error);
        if (error instanceof NotYet) return defer(store, job, now() + UNTIL_ALLOWED, error);
        if (isBlameless) return giveBack(store, job);
        if (isStorageFull(error)) return postpone(store, job, now() + UNTIL_SPACE, error);
        return fail(store, job, now(), error);
      }, stopping.signal);
    } finally {
      clearInterval(renewal);
    }
    return persistently(() => finish(store, job), stopping.signal);
  }

  /** Does a job if one is due; answers how long to sleep before the next poll. */
  async function poll(): Promise<number> {
    const due = await nextDue(store, kind, upTo);
    if (due === null) return LONGEST_SLEEP;
    const at = now();
    if (isOfFormerClock(due, at)) await recallPutOff(store, kind, at);
    if (due > at) return Math.min(LONGEST_SLEEP, due - at);
    const job = await lease(store, kind, at, upTo).catch(async (error) => {
      if (error instanceof LeaseUnknown)
        await persistently(() => error.withdraw(store), stopping.signal);
      throw error;
    });
    if (!job) return SHORTEST_SLEEP;
    await work(job);
    return 0;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pause = await poll().catch((error) => {
        onError(error);
        return LONGEST_SLEEP;
      });
      await sleeper.sleep(pause);
    }
  }

  const running = run();
  return {
    wake: () => sleeper.wake(),
    async stop(overdue) {
      stopping.abort();
      const leave = () => leaving.reject(overdue?.reason);
      if (overdue?.aborted) leave();
      overdue?.addEventListener('abort', leave, { once: true });
      sleeper.wake();
      await running;
    },
  };
}

const isNobodysFault = (error: unknown) =>
  error instanceof StoreUnavailable || error instanceof LeaseLost || error instanceof NotYet;
