import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inspectFile } from '#server/platform/inspection/inspector.ts';
import { pdfOf } from './documents.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('one thread looks into file after file, also when they come at once', async () => {
  const path = join(folder, 'a.pdf');
  await writeFile(path, pdfOf('/OpenAction 10 0 R', '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'));
  const inspect = () => inspectFile(path, 'a.pdf');
  const findings = [await inspect(), ...(await Promise.all([inspect(), inspect(), inspect()]))];
  // A file that nobody answers about is marked as unreadable.
  expect(findings).toEqual(Array(4).fill({ refused: null, marks: ['script'] }));
});

test('a file that is gone is marked, and the next one looked into', async () => {
  expect(await inspectFile(join(folder, 'gone.pdf'), 'gone.pdf')).toEqual(unreadable);
  const path = join(folder, 'b.pdf');
  await writeFile(path, pdfOf());
  expect(await inspectFile(path, 'b.pdf')).toEqual({ refused: null, marks: [] });
});

const unreadable = { refused: null, marks: ['unreadable'] };

test('a file that hangs is marked after twenty seconds, and the next one looked into', async () => {
  // A pipe that nobody writes to is read for ever.
  const hanging = join(folder, 'hanging.pdf');
  execFileSync('mkfifo', [hanging]);
  const path = join(folder, 'c.pdf');
  await writeFile(path, pdfOf());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let findings: unknown = null;
    const inspected = inspectFile(hanging, 'hanging.pdf').then((found) => {
      findings = found;
    });
    const next = inspectFile(path, 'c.pdf');
    await vi.advanceTimersByTimeAsync(19_999);
    expect(findings).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    await inspected;
    expect(findings).toEqual(unreadable);
    expect(await next).toEqual({ refused: null, marks: [] });
  } finally {
    vi.useRealTimers();
    await (await open(hanging, 'r+')).close();
  }
});
