import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { LEASE, lease, nextDue } from '#server/platform/jobs/lease.ts';
import { enqueue, type Priority } from '#server/platform/jobs/queue.ts';
import { median } from '#tests/abuse/measures.ts';
import type { FreshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';

const NOW = 1_000_000;

let store: Store;
let location: FreshLocation;
beforeEach(async () => {
  ({ store, location } = await freshStore());
});
afterEach(async () => {
  await store.close();
  await location.remove();
});

type Kind = Schema['job']['kind'];
const queue = (runAt: number, priority: Priority = 'normal', kind: Kind = 'mail') =>
  store.transact((trx) => enqueue(trx, { kind, subject: `${kind} at ${runAt}`, runAt, priority }));

test('there is none without a job of that kind', async () => {
  await queue(NOW, 'urgent', 'report');
  expect(await nextDue(store, 'mail')).toBeNull();
});

test('it is that of the earliest, of whatever priority', async () => {
  await queue(NOW + 3, 'urgent');
  await queue(NOW + 1, 'routine');
  await queue(NOW + 2, 'prompt');
  expect(await nextDue(store, 'mail')).toBe(NOW + 1);
});

test('up to a priority, later ones are not looked at, in hand or not', async () => {
  await queue(NOW, 'routine');
  await lease(store, 'mail', NOW);
  await queue(NOW + 1, 'normal');
  expect(await nextDue(store, 'mail', 'urgent')).toBeNull();
  await queue(NOW + 2, 'urgent');
  expect(await nextDue(store, 'mail', 'urgent')).toBe(NOW + 2);
  expect(await nextDue(store, 'mail', 'normal')).toBe(NOW + 1);
});

test('what is in hand is due at the end of its lease, and not before', async () => {
  await queue(NOW);
  await lease(store, 'mail', NOW);
  expect(await nextDue(store, 'mail')).toBe(NOW + LEASE);
  await queue(NOW + LEASE + 1);
  expect(await nextDue(store, 'mail')).toBe(NOW + LEASE);
});

test('twenty thousand that wait are asked about as fast as twenty', async () => {
  const few = await timeOf(20);
  const many = await timeOf(20_000);
  // Reading all of them took more than twenty times as long.
  expect(many / few).toBeLessThan(6);
});

/** Median ms of the question where `count` mails wait and one is in hand. */
async function timeOf(count: number): Promise<number> {
  await store.db.deleteFrom('job').execute();
  const jobs = Array.from({ length: count }, (_, index) => ({
    id: `job-${index}`,
    kind: 'mail' as const,
    subject: `mail-${index}`,
    priority: 2,
    run_at: NOW + index,
    leased_until: null,
    attempts: 0,
    last_error: null,
  }));
  await store.transact(async (trx) => {
    for (let from = 0; from < count; from += 1000)
      await trx
        .insertInto('job')
        .values(jobs.slice(from, from + 1000))
        .execute();
  });
  await lease(store, 'mail', NOW);
  const times: number[] = [];
  for (let turn = 0; turn < 41; turn++) {
    const began = performance.now();
    await nextDue(store, 'mail');
    times.push(performance.now() - began);
  }
  return median(times);
}
