import { expect, test, vi } from 'vitest';
import { Threads } from '#server/platform/jobs/threads.ts';

const program = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', (job) => parentPort.postMessage(job + 1));`;

test('a thread that is ended because it was idle gets no further job', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
    const threads = new Threads<number, number>(url, {});
    expect(await threads.run(1)).toBe(2);
    vi.advanceTimersByTime(30_000);
    // The thread has not exited yet.
    expect(await threads.run(2)).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});
