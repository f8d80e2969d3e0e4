import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
  expect(await inspectFile(join(folder, 'gone.pdf'), 'gone.pdf')).toEqual({
    refused: null,
    marks: ['unreadable'],
  });
  const path = join(folder, 'b.pdf');
  await writeFile(path, pdfOf());
  expect(await inspectFile(path, 'b.pdf')).toEqual({ refused: null, marks: [] });
});
