import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { DatabaseClock } from '#server/platform/database/clock.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { JobKind } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { StorageFull, StoreUnavailable } from '#server/platform/database/store-error.ts';
import {
  fail,
  finish,
  freeLeases,
  type Job,
  LEASE,
  LeaseLost,
  lease,
  nextDue,
  renew,
  retryDelay,
} from '#server/platform/jobs/lease.ts';
import { enqueue, type Priority } from '#server/platform/jobs/queue.ts';
import { type HandleJob, NotYet, startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import { freshStore } from '#tests/server/fresh-store.ts';
import { wakeWorkers } from '#tests/server/run-due.ts';

let store: Store;
let services: Services;
let time: number;
let workers: Worker[];

beforeEach(async () => {
  const fresh = await freshStore();
  store = fresh.store;
  time = 1_000_000;
  services = { store, config: readConfig({}), now: () => time };
  workers = [];
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await fresh.close();
  };
});

const queue = (subject: string, runAt = time) =>
  store.transact((trx) => enqueue(trx, { kind: 'mail', subject, runAt }));
const queued = () => store.db.selectFrom('job').selectAll().orderBy('subject').execute();

function start(handle: HandleJob, onError: (error: unknown) => void = () => {}): Worker {
  const worker = startWorker(services, 'mail', handle, onError);
  workers.push(worker);
  return worker;
}

/** Starts a worker whose job waits until `end` is called. */
async function startHeld() {
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const worker = start(async () => {
    started.resolve();
    await gate.promise;
  });
  await started.promise;
  return { worker, end: gate.resolve };
}

/** Starts a worker whose job waits until it is aborted; returns the reason when it is. */
async function startAbortable() {
  const started = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<unknown>();
  const worker = start(async (_, stopping) => {
    started.resolve();
    await once(stopping, 'abort');
    aborted.resolve(stopping.reason);
    throw stopping.reason;
  });
  await started.promise;
  return { worker, aborted: aborted.promise };
}

function useFakeTimers(kind: 'Interval' | 'Timeout'): void {
  vi.useFakeTimers({ toFake: [`set${kind}`, `clear${kind}`] });
  onTestFinished(() => void vi.useRealTimers());
}

it('a job that is due in an hour is not started', async () => {
  await queue('digest', time + 60 * 60 * 1000);
  const worker = start(() => Promise.reject(new Error('It is not due')));
  await wakeWorkers(store, 'mail');
  await worker.stop();
  expect(await queued()).toMatchObject([{ attempts: 0, run_at: time + 60 * 60 * 1000 }]);
});

it('no job is started while the clock is wrong', async () => {
  await queue('code');
  const clock = new DatabaseClock(store);
  clock.msAhead = 5001;
  services.clock = clock;
  const canLease = vi.spyOn(clock, 'canLease', 'get');
  const done: string[] = [];
  start(async ({ subject }) => void done.push(subject));
  const polls = async () => {
    await wakeWorkers(store, 'mail');
    return canLease.mock.calls.length;
  };
  await expect.poll(polls).toBeGreaterThan(1);
  expect(await queued()).toMatchObject([{ attempts: 0, leased_until: null }]);
  clock.msAhead = 5000;
  await wakeWorkers(store, 'mail');
  await expect.poll(() => done).toEqual(['code']);
});

describe('a lease', () => {
  it('is for the oldest due job, and exclusive', async () => {
    await queue('second', time - 1);
    await queue('first', time - 2);
    await queue('later', time + 1);
    expect((await lease(store, 'mail', time))?.subject).toBe('first');
    expect((await lease(store, 'mail', time))?.subject).toBe('second');
    expect(await lease(store, 'mail', time)).toBeNull();
    expect(await lease(store, 'report', time)).toBeNull();
  });

  it('is for urgent jobs first, then for the newest prompt job', async () => {
    const add = (subject: string, runAt: number, priority: 'urgent' | 'prompt' | 'normal') =>
      store.transact((trx) => enqueue(trx, { kind: 'mail', subject, runAt, priority }));
    await add('report', time - 9, 'normal');
    for (const age of [3, 2, 1]) await add(`stranger's of ${age} ms`, time - age, 'prompt');
    await add('later', time + 1, 'prompt');
    for (const age of [2, 1]) await add(`urgent of ${age} ms`, time - age, 'urgent');
    const order = [];
    for (;;) {
      const job = await lease(store, 'mail', time);
      if (!job) break;
      order.push(job.subject);
    }
    expect(order).toEqual([
      'urgent of 2 ms',
      'urgent of 1 ms',
      "stranger's of 1 ms",
      "stranger's of 2 ms",
      "stranger's of 3 ms",
      'report',
    ]);
  });

  it('that expired is given again, and its first holder cannot change the job', async () => {
    await queue('a');
    const first = (await lease(store, 'mail', time)) as Job;
    expect(await lease(store, 'mail', time + LEASE - 1)).toBeNull();
    const second = (await lease(store, 'mail', time + LEASE)) as Job;
    expect(second.attempts).toBe(2);
    expect(await renew(store, first, time)).toBe(false);
    await fail(store, first, time, new Error('late'));
    await finish(store, first);
    expect(await queued()).toMatchObject([{ attempts: 2, last_error: null }]);
    await finish(store, second);
    expect(await queued()).toEqual([]);
  });

  it('of a dead process ends at the next start', async () => {
    await queue('a');
    await lease(store, 'mail', time);
    await freeLeases(store);
    expect(await lease(store, 'mail', time)).toMatchObject({ subject: 'a', attempts: 2 });
  });

  it('of a failed job ends, with the error and a later retry each time', async () => {
    await queue('a');
    const job = (await lease(store, 'mail', time)) as Job;
    await fail(store, job, time, new Error('no line'));
    expect(await queued()).toMatchObject([
      { leased_until: null, run_at: time + 5000, last_error: 'no line', attempts: 1 },
    ]);
    expect([1, 2, 3, 4, 30].map(retryDelay)).toEqual([5000, 10_000, 20_000, 40_000, 3_600_000]);
  });

  it('of a job that failed for months is retried within an hour', async () => {
    await store.db.deleteFrom('job').execute();
    await store.transact((trx) => enqueue(trx, { kind: 'scan', subject: 'one', runAt: time }));
    for (let day = 0; day < 90; day += 30) {
      const at = time + day * 24 * 60 * 60 * 1000;
      const job = (await lease(store, 'scan', at)) as Job;
      await fail(store, job, at, new Error('the scanner is away'));
      const [left] = await store.db.selectFrom('job').selectAll().execute();
      expect(left).toMatchObject({ dead_at: null });
      expect((left?.run_at ?? 0) - at).toBeLessThanOrEqual(3_600_000);
    }
  });
});

describe('the next due time', () => {
  const queueAt = (runAt: number, priority: Priority, kind: JobKind = 'mail') =>
    store.transact((trx) =>
      enqueue(trx, { kind, subject: `at ${runAt}`, runAt, priority } as never),
    );

  it('is that of the earliest job of the kind, of any priority', async () => {
    await queueAt(time, 'urgent', 'report');
    expect(await nextDue(store, 'mail')).toBeNull();
    await queueAt(time + 3, 'urgent');
    await queueAt(time + 1, 'routine');
    await queueAt(time + 2, 'prompt');
    expect(await nextDue(store, 'mail')).toBe(time + 1);
  });

  it('up to a priority ignores later priorities', async () => {
    await queueAt(time, 'routine');
    await lease(store, 'mail', time);
    await queueAt(time + 1, 'normal');
    expect(await nextDue(store, 'mail', 'urgent')).toBeNull();
    await queueAt(time + 2, 'urgent');
    expect(await nextDue(store, 'mail', 'urgent')).toBe(time + 2);
    expect(await nextDue(store, 'mail', 'normal')).toBe(time + 1);
  });

  it('of a leased job is the end of its lease', async () => {
    await queueAt(time, 'normal');
    await lease(store, 'mail', time);
    expect(await nextDue(store, 'mail')).toBe(time + LEASE);
    await queueAt(time + LEASE + 1, 'normal');
    expect(await nextDue(store, 'mail')).toBe(time + LEASE);
  });
});

describe('a worker', () => {
  it('starts a job as soon as its transaction has committed', async () => {
    // No sleep ends by time; polling in the test would advance the timers.
    useFakeTimers('Timeout');
    const done = Promise.withResolvers<string>();
    start(async ({ subject }) => done.resolve(subject));
    while (vi.getTimerCount() === 0) await setImmediate();
    await queue('a');
    expect(await done.promise).toBe('a');
    vi.useRealTimers();
  });

  it('is not woken by a transaction that is rolled back', async () => {
    const woken = vi.fn();
    const end = store.onJob('mail', woken);
    const add = (subject: string) =>
      store.transact(async (trx) => {
        await enqueue(trx, { kind: 'mail', subject, runAt: time });
        if (subject === 'bad') throw new Error('rolled back');
      });
    await expect(add('bad')).rejects.toThrow('rolled back');
    expect(woken).not.toHaveBeenCalled();
    await add('good');
    expect(woken).toHaveBeenCalledOnce();
    end();
    await add('good');
    expect(woken).toHaveBeenCalledOnce();
  });

  it('retries a failed job at its time', async () => {
    await queue('a');
    let tries = 0;
    start(async () => {
      if (++tries === 1) throw new Error('refused');
    });
    await expect.poll(async () => (await queued())[0]?.last_error).toBe('refused');
    expect(tries).toBe(1);
    time += retryDelay(1);
    await wakeWorkers(store, 'mail');
    await expect.poll(queued).toEqual([]);
    expect(tries).toBe(2);
  });

  it('retries after five seconds, however often the job was postponed before', async () => {
    await queue('a');
    let isAllowed = false;
    start(async () => {
      throw isAllowed ? new Error('broken') : new NotYet('suspended');
    });
    for (const attempts of [1, 2, 3]) {
      await expect.poll(queued).toMatchObject([{ attempts, leased_until: null }]);
      time += 60_000;
      isAllowed = attempts === 3;
      await wakeWorkers(store, 'mail');
    }
    await expect.poll(queued).toMatchObject([{ run_at: time + 5000, last_error: 'broken' }]);
  });

  it.each([
    ['five seconds when the store is unavailable', new StoreUnavailable('away'), 5000, false],
    ['a minute when it is not allowed yet', new NotYet('suspended'), 60_000, false],
    ['half a minute when the disk is full', new StorageFull('full'), 30_000, true],
  ])('postpones a job for %s, without a failure', async (_, error, pause, isReported) => {
    await queue('a');
    const errors: unknown[] = [];
    start(
      () => Promise.reject(error),
      (one) => void errors.push(one),
    );
    await expect.poll(async () => (await queued())[0]?.last_error).toBe(error.message);
    expect(await queued()).toMatchObject([
      { run_at: time + pause, leased_until: null, failing_since: null, dead_at: null },
    ]);
    expect(errors).toEqual(isReported ? [error] : []);
  });

  it('finishes its job when it is stopped, and starts no other', async () => {
    await queue('a', time - 1);
    await queue('b');
    const { worker, end } = await startHeld();
    const stopped = worker.stop();
    end();
    await stopped;
    expect((await queued()).map(({ subject }) => subject)).toEqual(['b']);
  });

  it('releases an aborted job for the next process when it is stopped', async () => {
    await queue('a');
    const { worker } = await startAbortable();
    await worker.stop();
    expect(await queued()).toMatchObject([{ leased_until: null, last_error: null }]);
    expect((await lease(store, 'mail', time))?.subject).toBe('a');
  });

  it('renews the lease of a long job', async () => {
    useFakeTimers('Interval');
    await queue('a');
    const { end } = await startHeld();
    time += LEASE - 1;
    vi.advanceTimersByTime(LEASE / 3);
    await expect.poll(async () => (await queued())[0]?.leased_until).toBe(time + LEASE);
    end();
    await expect.poll(queued).toEqual([]);
  });

  it('aborts a job whose lease was lost, and does not change it', async () => {
    useFakeTimers('Interval');
    await queue('a');
    const { aborted } = await startAbortable();
    time += LEASE;
    const other = (await lease(store, 'mail', time)) as Job;
    vi.advanceTimersByTime(LEASE / 3);
    expect(await aborted).toBeInstanceOf(LeaseLost);
    expect(await queued()).toMatchObject([
      { attempts: other.attempts, leased_until: time + LEASE },
    ]);
    await finish(store, other);
  });

  it('shares jobs with other processes, and no job is done twice', async () => {
    const subjects = Array.from({ length: 60 }, (_, index) => `job-${index}`);
    for (const subject of subjects) await queue(subject);
    const done: string[] = [];
    for (let index = 0; index < 4; index++)
      start(async ({ subject }) => {
        await setImmediate();
        done.push(subject);
      });
    await expect.poll(queued).toEqual([]);
    expect(done.toSorted()).toEqual(subjects.toSorted());
  });
});
