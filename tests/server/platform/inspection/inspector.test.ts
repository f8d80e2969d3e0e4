import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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

test('one process looks into file after file, also when they come at once', async () => {
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

/** Processes of this one that look into files. */
const inspectors = () =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', 'inspector-process'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number);

async function oneInspector(before = 0): Promise<[number]> {
  const others = () => inspectors().filter((pid) => pid !== before);
  await expect.poll(() => others().length).toBe(1);
  return others() as [number];
}

test('a file that ends the process is marked, the portal lives, and the next one is looked into', async () => {
  const hanging = join(folder, 'hanging.pdf');
  execFileSync('mkfifo', [hanging]);
  const path = join(folder, 'd.pdf');
  await writeFile(path, pdfOf());
  await inspectFile(path, 'd.pdf');
  const [inspected, next] = [inspectFile(hanging, 'hanging.pdf'), inspectFile(path, 'd.pdf')];
  // It is given to another one, since the first may have died of something else.
  const [first] = await oneInspector();
  process.kill(first, 'SIGABRT');
  const [second] = await oneInspector(first);
  process.kill(second, 'SIGABRT');
  expect(await inspected).toEqual(unreadable);
  expect(await next).toEqual({ refused: null, marks: [] });
});

test('one that ended with nothing to do is replaced, and no file marked', async () => {
  const path = join(folder, 'f.pdf');
  await writeFile(path, pdfOf());
  expect(await inspectFile(path, 'f.pdf')).toEqual({ refused: null, marks: [] });
  const [pid = 0] = inspectors();
  process.kill(pid, 'SIGKILL');
  await expect.poll(inspectors).not.toContain(pid);
  expect(await inspectFile(path, 'f.pdf')).toEqual({ refused: null, marks: [] });
});

test('the process ends with the portal also while a file hangs, and not by a signal to all', async () => {
  const hanging = join(folder, 'hanging.pdf');
  execFileSync('mkfifo', [hanging]);
  const child = fork('src/server/platform/inspection/inspector-process.ts', { stdio: 'ignore' });
  const path = join(folder, 'e.pdf');
  await writeFile(path, pdfOf());
  child.send({ number: 1, path, name: 'e.pdf' });
  const [answer] = await once(child, 'message');
  expect(answer).toEqual({ number: 1, findings: { refused: null, marks: [] } });
  child.kill('SIGTERM');
  child.send({ number: 2, path, name: 'e.pdf' });
  expect((await once(child, 'message'))[0]).toMatchObject({ number: 2 });
  child.send({ number: 3, path: hanging, name: 'hanging.pdf' });
  child.send({ number: 4, path, name: 'e.pdf' });
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([null, 'SIGKILL']);
});

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
