import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { niceness } from './nice-thread.ts';

test.runIf(process.platform === 'linux')('a thread that stands back, and no other', async () => {
  const before = niceness();
  const [ofThread] = await once(
    new Worker(new URL('./nice-thread.ts', import.meta.url)),
    'message',
  );
  expect(ofThread).toBeGreaterThan(before);
  expect(niceness()).toBe(before);
});
