import { afterEach, expect, test, vi } from 'vitest';
import { docxAnswer } from '#server/applications/documents/docx.ts';

afterEach(() => vi.useRealTimers());

const blank = {
  purpose: null,
  vehicle: null,
  holderName: 'Example Motors',
  contactMailbox: 'data@example.eu',
};
const job = { language: 'en', contract: blank } as never;

test('a document that takes 30 s is given up, and the next one is written', async () => {
  // The time passes before the thread has started.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failed = expect(docxAnswer('a.docx', job)).rejects.toThrow('aborted');
  const second = docxAnswer('b.docx', job);
  await vi.advanceTimersByTimeAsync(30_000);
  await failed;
  vi.useRealTimers();
  const { name, size } = await second;
  expect(name).toBe('b.docx');
  expect(size).toBeGreaterThan(5000);
});
