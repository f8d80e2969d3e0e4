import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { giveUpMail, reviveJobs } from '#server/platform/jobs/failed-jobs.ts';
import {
  fail,
  finish,
  giveBack,
  type Job,
  LeaseUnknown,
  lease,
  postpone,
  renew,
} from '#server/platform/jobs/lease.ts';
import { enqueue, hasten } from '#server/platform/jobs/queue.ts';
import type { Store } from '#server/platform/store/database.ts';
import type { FreshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';

const NOW = 1_000_000;

let store: Store;
let location: FreshLocation;
beforeAll(async () => {
  ({ store, location } = await freshStore());
});
afterAll(async () => {
  await store.close();
  await location.remove();
});

/** The job that something becomes of, and three that are like it but for their ids and subjects. */
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
const change = (columns: object) => store.db.updateTable('job').set(columns).execute();

test.each<[string, () => Promise<unknown>, object?]>([
  ['is renewed', () => renew(store, job, NOW + 5)],
  ['fails', () => fail(store, job, NOW, new Error('no'))],
  ['is put off', () => postpone(store, job, NOW + 9, new Error('no'))],
  ['is given back', () => giveBack(store, job)],
  ['is finished', () => finish(store, job)],
  [
    'is withdrawn',
    async () => {
      const [row] = await store.db.selectFrom('job').selectAll().where('id', '=', job.id).execute();
      await new LeaseUnknown(job, Number(row?.leased_until), new Error('away')).withdraw(store);
    },
  ],
  [
    'is hastened',
    () => store.transact((trx) => hasten(trx, { kind: 'mail', subject: job.subject, at: NOW })),
    { leased_until: null, run_at: NOW + 99 },
  ],
  [
    'is revived',
    () => store.transact((trx) => reviveJobs(trx, [job.id], NOW + 1)),
    { leased_until: null, failing_since: NOW },
  ],
  [
    'is given up',
    () => store.transact((trx) => giveUpMail(trx, job.id, NOW + 1)),
    { leased_until: null, failing_since: NOW },
  ],
])('what a job that %s does to the jobs beside it is nothing', async (_, become, before) => {
  if (before) await change(before);
  others = await bystanders();
  const own = () => store.db.selectFrom('job').selectAll().where('id', '=', job.id).execute();
  const was = await own();
  await become();
  expect(await own(), 'it has become of it').not.toEqual(was);
  expect(await bystanders()).toEqual(others);
});
