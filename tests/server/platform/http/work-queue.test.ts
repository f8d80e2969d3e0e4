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
