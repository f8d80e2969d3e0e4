import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Store } from '#server/platform/database/database.ts';
import { giveUpMail, queueByKind, reviveJobs } from '#server/platform/jobs/job-overview.ts';
import {
  fail,
  finish,
  holdLease,
  type Job,
  LeaseLost,
  lease,
  MAIL_RETRY_PERIOD,
  postpone,
  release,
  renew,
} from '#server/platform/jobs/lease.ts';
import { enqueue, runNow } from '#server/platform/jobs/queue.ts';
import { freshStore } from '#tests/server/fresh-store.ts';

const NOW = 1_000_000_000;

let store: Store;
beforeAll(async () => {
  const fresh = await freshStore();
  store = fresh.store;
  return fresh.close;
});

/** A job, and three others that differ only in ids and subjects. */
let job: Job;
let others: unknown[];
beforeEach(async () => {
  await store.db.deleteFrom('job').execute();
  for (const subject of ['own', 'second', 'third'])
    await store.transact((trx) => enqueue(trx, { kind: 'mail', subject, runAt: NOW }));
  const leased = [await lease(store, 'mail', NOW), await lease(store, 'mail', NOW)];
  await lease(store, 'mail', NOW);
  job = leased[0] as Job;
  others = await bystanders();
});

const bystanders = () =>
  store.db.selectFrom('job').selectAll().where('id', '!=', job.id).orderBy('id').execute();
const all = () => store.db.selectFrom('job').selectAll().orderBy('id').execute();
const own = () => store.db.selectFrom('job').selectAll().where('id', '=', job.id).execute();
const change = (columns: object) => store.db.updateTable('job').set(columns).execute();
const setOwn = (columns: object) =>
  store.db.updateTable('job').set(columns).where('id', '=', job.id).execute();
const revive = () => store.transact((trx) => reviveJobs(trx, [job.id], NOW + 1));
const giveUp = () => store.transact((trx) => giveUpMail(trx, job.id, NOW + 1));
const hastened = (kind: Job['kind']) =>
  store.transact((trx) => runNow(trx, { kind, subject: job.subject, at: NOW }));
const held = () => store.transact((trx) => holdLease(store, trx, job));

test.each<[string, () => Promise<unknown>, object?]>([
  ['is renewed', () => renew(store, job, NOW + 5)],
  ['fails', () => fail(store, job, NOW, new Error('no'))],
  ['is postponed', () => postpone(store, job, NOW + 9, new Error('no'))],
  ['is released', () => release(store, job)],
  ['is finished', () => finish(store, job)],
  ['is run now', () => hastened('mail'), { leased_until: null, run_at: NOW + 99 }],
  ['is revived', revive, { leased_until: null, failing_since: NOW }],
  ['is given up', giveUp, { leased_until: null, failing_since: NOW }],
])('a job that %s leaves other jobs unchanged', async (_, become, before) => {
  if (before) await change(before);
  others = await bystanders();
  const was = await own();
  await become();
  expect(await own(), 'the job is changed').not.toEqual(was);
  expect(await bystanders()).toEqual(others);
});

test.each<[string, () => Promise<unknown>, object]>([
  ['is in progress is not revived', revive, { failing_since: NOW, leased_until: NOW + 5 }],
  ['is in progress is not given up', giveUp, { failing_since: NOW, leased_until: NOW + 5 }],
  ['does not fail is not given up', giveUp, { failing_since: null, leased_until: null }],
  [
    'is not a mail is not given up',
    giveUp,
    { kind: 'report', failing_since: NOW, leased_until: null },
  ],
  [
    'was leased again is not held',
    () => expect(held()).rejects.toBeInstanceOf(LeaseLost),
    { attempts: 2 },
  ],
  ['is of another kind is not run now', () => hastened('report'), { run_at: NOW + 99 }],
  ['is due keeps its time', () => hastened('mail'), { run_at: NOW - 5, leased_until: null }],
])('a job that %s', async (_, become, before) => {
  await change(before);
  const was = await all();
  await become();
  expect(await all()).toEqual(was);
});

test.each<[string, object]>([
  ['due', { run_at: NOW }],
  ['due', { run_at: NOW, leased_until: NOW }],
  ['working', { run_at: NOW, leased_until: NOW + 1 }],
  ['later', { run_at: NOW + 1 }],
  ['dead', { run_at: Number.MAX_SAFE_INTEGER, dead_at: NOW }],
])('a job is counted as %s when it has %j', async (as, columns) => {
  await change({ run_at: NOW + 9, leased_until: null });
  await setOwn({ leased_until: null, ...columns });
  const counted = { due: 0, working: 0, later: 2, dead: 0 };
  expect(await queueByKind(store, NOW)).toEqual([
    {
      kind: 'mail',
      ...counted,
      [as]: counted[as as 'due'] + 1,
      dueSince: as === 'due' ? NOW : null,
    },
  ]);
});

test('a lease that was lost is not held by another job with as many attempts', async () => {
  await setOwn({ attempts: job.attempts + 1 });
  await expect(held()).rejects.toThrow(LeaseLost);
});

test.each<[string, number | null, object]>([
  ['fails for the first time while others fail for long is not dead', null, { dead_at: null }],
  ['fails for long while others do not is dead', NOW - MAIL_RETRY_PERIOD, { dead_at: NOW }],
])('a mail that %s', async (_, since, expected) => {
  await change({ failing_since: since === null ? NOW - MAIL_RETRY_PERIOD : null });
  await setOwn({ failing_since: since });
  await fail(store, job, NOW, new Error('no'));
  expect(await own()).toMatchObject([{ ...expected, failing_since: since ?? NOW }]);
});
