import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { WorkQueue } from '#server/platform/http/work-queue.ts';

test('a failed call frees its place', async () => {
  const queue = new WorkQueue(4, 100);
  const failed = Array.from({ length: 20 }, () =>
    queue.run(() => Promise.reject(new ApiError(codes.tooSoon, { retryAfter: 1 }))),
  );
  for (const { status } of await Promise.allSettled(failed)) expect(status).toBe('rejected');
  expect(await queue.run(async () => 'done')).toBe('done');
});

test('a network that fills the queue does not block others, and networks are served in turn', async () => {
  const queue = new WorkQueue(1, 10);
  const begun: string[] = [];
  const gates: (() => void)[] = [];
  const run = (network: string) =>
    queue.run(async () => {
      begun.push(network);
      await new Promise<void>((resolve) => gates.push(resolve));
    }, network);
  const step = async () => {
    gates.shift()?.();
    await setImmediate();
  };
  const flood = Array.from({ length: 11 }, () => run('flood'));
  const isRejected = Promise.allSettled(flood).then((all) =>
    all.map(({ status }) => status === 'rejected'),
  );
  await step();
  await step();
  const others = ['owner', 'neighbour', 'owner', 'neighbour'].map(run);
  await expect(run('flood')).rejects.toMatchObject({ code: codes.unavailable });
  for (let count = 0; count < 12; count++) await step();
  await Promise.all(others);
  expect(begun.slice(3, 8)).toEqual(['owner', 'neighbour', 'owner', 'neighbour', 'flood']);
  expect(await isRejected).toEqual([...Array(9).fill(false), true, true]);
});
