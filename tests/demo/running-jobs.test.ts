import { expect, test } from 'vitest';
import { waitForRunningJobs } from '#demo/testing/test-routes.ts';
import { finish, lease } from '#server/platform/jobs/lease.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import { type Portal, startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';

const portal = portalOfTest<Portal>(startPortal);

const queue = (runAt: number) =>
  portal.services.store.transact((trx) => enqueue(trx, { kind: 'report', subject: 'A', runAt }));

test('advancing the clock waits for due and running jobs', async () => {
  const { services } = portal;
  await queue(services.now());
  let isOver = false;
  const waiting = waitForRunningJobs(services).then(() => {
    isOver = true;
  });
  const job = await lease(services.store, 'report', services.now());
  if (!job) throw new Error('Nothing is due');
  expect(isOver).toBe(false);
  await finish(services.store, job);
  await waiting;
});

test('advancing the clock does not wait for jobs that are due later', async () => {
  await queue(portal.services.now() + 1);
  await waitForRunningJobs(portal.services);
});
