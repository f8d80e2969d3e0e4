import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { skipUnless } from '#tests/needs.ts';
import { niceness } from './nice-thread.ts';

const linux = skipUnless(process.platform === 'linux', 'needs Linux');
test('only the calling thread gets a lower priority', linux, async () => {
  const before = niceness();
  const [ofThread] = await once(
    new Worker(new URL('./nice-thread.ts', import.meta.url)),
    'message',
  );
  expect(ofThread).toBeGreaterThan(before);
  expect(niceness()).toBe(before);
});
