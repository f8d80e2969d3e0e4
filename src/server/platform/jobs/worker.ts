import { setImmediate } from 'node:timers/promises';
import type { JobKind } from '#server/platform/database/schema.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import { isStorageFull, StoreUnavailable } from '#server/platform/database/store-error.ts';
import { traced } from '#server/platform/http/tracing.ts';
import { WorkQueue } from '#server/platform/http/work-queue.ts';
import {
  dueQuery,
  fail,
  finish,
  type Job,
  LEASE,
  LeaseLost,
  lease,
  nextDue,
  persistOutcome,
  postpone,
  release,
  renew,
} from './lease.ts';
import type { Priority } from './queue.ts';

/** Pauses in ms: between polls for jobs of other processes; after another process took a job. */
const LONGEST_SLEEP = 1000;
const SHORTEST_SLEEP = 20;
const RENEWAL = LEASE / 3;
/** Pauses before a retry, in ms: after a full disk, an unavailable store, and {@link NotYet}. */
const UNTIL_SPACE = 30_000;
const UNTIL_AVAILABLE = 5_000;
const UNTIL_ALLOWED = 60_000;

/** The work is not allowed now. It is retried without counting as a failure. */
export class NotYet extends Error {}

/** Runs a job. `stopping` aborts when the process stops or loses the lease. */
export type HandleJob = (job: Job, stopping: AbortSignal) => Promise<void>;

export interface Worker {
  /** Stops leasing. Resolves when jobs are done or released, at the latest on `overdue`. */
  stop(overdue?: AbortSignal): Promise<void>;
}

/**
 * Runs the jobs of one kind: immediately if this process queues one, otherwise by polling. A lane
 * runs one job at a time, of its priority or a higher one, so that a lane `urgent` is free for
 * urgent jobs.
 */
export function startWorker(
  services: Services,
  kind: JobKind,
  handle: HandleJob,
  onError: OnError = console.error,
  lanes: readonly Priority[] = ['routine'],
): Worker {
  const taking = new WorkQueue(1);
  const started = lanes.map((upTo) => startLane(services, kind, handle, onError, upTo, taking));
  return {
    async stop(overdue) {
      await Promise.all(started.map((lane) => lane.stop(overdue)));
    },
  };
}

function startLane(
  services: Services,
  kind: JobKind,
  handle: HandleJob,
  onError: OnError,
  upTo: Priority,
  taking: WorkQueue,
): Worker {
  const { store, now } = services;
  const query = dueQuery(store, kind, upTo);
  const stopping = new AbortController();
  const leaving = Promise.withResolvers<never>();
  leaving.promise.catch(() => {});
  const sleeper = wakeableSleep();
  const unsubscribe = store.onJob(kind, sleeper.wake);

  async function work(job: Job): Promise<unknown> {
    const lost = new AbortController();
    const extend = async () => {
      if (!(await renew(store, job, now()))) lost.abort(new LeaseLost(job));
    };
    const renewal = setInterval(() => void extend().catch(onError), RENEWAL);
    const ending = AbortSignal.any([stopping.signal, lost.signal]);
    try {
      await Promise.race([traced(`job ${kind}`, () => handle(job, ending)), leaving.promise]);
    } catch (error) {
      const isNoFailure = ending.aborted || isExpected(error);
      if (!isNoFailure) onError(error);
      return await persistOutcome(() => {
        if (error instanceof StoreUnavailable)
          return postpone(store, job, now() + UNTIL_AVAILABLE, error);
        if (error instanceof NotYet) return postpone(store, job, now() + UNTIL_ALLOWED, error);
        if (isNoFailure) return release(store, job);
        if (isStorageFull(error)) return postpone(store, job, now() + UNTIL_SPACE, error);
        return fail(store, job, now(), error);
      }, stopping.signal);
    } finally {
      clearInterval(renewal);
    }
    return persistOutcome(() => finish(store, job), stopping.signal);
  }

  /** Returns the leased job, or the pause in ms before the next try. */
  async function take(): Promise<Job | number> {
    const due = (await nextDue(store, kind, upTo, query)) ?? Number.POSITIVE_INFINITY;
    const at = now();
    if (due > at) return Math.min(LONGEST_SLEEP, due - at);
    return (await lease(store, kind, at, upTo)) ?? SHORTEST_SLEEP;
  }

  async function poll(): Promise<number> {
    // With a wrong clock, leases of other processes would seem to have expired.
    if (services.clock?.canLease === false) return LONGEST_SLEEP;
    // One lane after another: a queued job wakes them all, and the first one takes it.
    const taken = await taking.run(take);
    if (typeof taken === 'number') return taken;
    await work(taken);
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
    async stop(overdue) {
      stopping.abort();
      const leave = () => leaving.reject(overdue?.reason);
      if (overdue?.aborted) leave();
      overdue?.addEventListener('abort', leave, { once: true });
      unsubscribe();
      sleeper.wake();
      await running;
    },
  };
}

const isExpected = (error: unknown) =>
  error instanceof StoreUnavailable || error instanceof LeaseLost || error instanceof NotYet;

/** `sleep` ends on the next `wake`, or at once if `wake` was called since the last `sleep`. */
export function wakeableSleep() {
  let isWoken = false;
  let end = () => {};
  return {
    wake() {
      isWoken = true;
      end();
    },
    async sleep(duration: number) {
      // Yields to API requests even in a long queue: the embedded database is synchronous.
      if (isWoken || duration === 0) await setImmediate();
      else
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, duration);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      isWoken = false;
    },
  };
}
