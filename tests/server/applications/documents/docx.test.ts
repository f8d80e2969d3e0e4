import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { docxAnswer } from '#server/applications/documents/docx.ts';
import { startThread } from '#server/platform/http/start-thread.ts';

vi.mock('#server/platform/http/start-thread.ts', () => ({ startThread: vi.fn() }));
afterEach(() => vi.useRealTimers());

/** A worker that replies with these bytes, or never. */
function workerOf(reply: Uint8Array | null) {
  const worker = Object.assign(new EventEmitter(), {
    ref: vi.fn(),
    unref: vi.fn(),
    terminate: vi.fn(),
    postMessage: () => reply && queueMicrotask(() => worker.emit('message', reply)),
  });
  return worker;
}

test('a document that hangs is given up after 30 s, and the next one is written', async () => {
  vi.useFakeTimers();
  const hanging = workerOf(null);
  vi.mocked(startThread)
    .mockReturnValueOnce(hanging as never)
    .mockReturnValueOnce(workerOf(Buffer.from('docx')) as never);
  const first = docxAnswer('a.docx', {} as never);
  const failed = expect(first).rejects.toThrow();
  const second = docxAnswer('b.docx', {} as never);
  await vi.advanceTimersByTimeAsync(30_000);
  await failed;
  expect(hanging.terminate).toHaveBeenCalled();
  expect(await second).toMatchObject({ name: 'b.docx', size: 4 });
});
