import { type ChildProcess, execFileSync } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import {
  inspectFile,
  inspectionLimits,
  type Limits,
  readAhead,
  sendFile,
  startInspector,
} from '#server/platform/inspection/inspector.ts';
import { docx } from '#tests/server/applications/samples.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';
import { compoundFile, lockedZip, pdfOf, rarOf, wordStreams, zipOf } from './documents.ts';

const folder = temporaryFolder('inspector');

/** Writes a file; returns its path. */
async function written(name: string, content: Buffer = pdfOf()): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const script = pdfOf('/OpenAction 10 0 R', '<< /S /JavaScript /JS (app.alert\\(1\\)) >>');

test('one process inspects concurrent files one after another', async () => {
  const path = await written('a.pdf', script);
  const inspect = () => inspectFile(path, 'a.pdf');
  const findings = [await inspect(), ...(await Promise.all([inspect(), inspect(), inspect()]))];
  // A file without a result would be marked as unreadable.
  expect(findings).toEqual(Array(4).fill({ rejected: null, marks: ['script'] }));
});

test('the process can inspect every kind of file with its permissions', async () => {
  const found: Record<string, unknown> = {};
  for (const [name, content] of Object.entries({
    'script.zip': await zipOf({ 'a.pdf': script }),
    'script.rar': rarOf({ name: 'a.pdf', content: script }),
    'locked.zip': await lockedZip(),
    'plain.doc': compoundFile(wordStreams()),
    'plain.docx': await docx(),
  })) {
    found[name] = await inspectFile(await written(name, content), name);
  }
  expect(found).toEqual({
    'script.zip': { rejected: null, marks: ['script'] },
    'script.rar': { rejected: null, marks: ['script'] },
    'locked.zip': { rejected: null, marks: ['password'] },
    'plain.doc': { rejected: null, marks: [] },
    'plain.docx': { rejected: null, marks: [] },
  });
});

test('a missing file is marked as unreadable, and the next file is inspected', async () => {
  expect(await inspectFile(join(folder, 'gone.pdf'), 'gone.pdf')).toEqual(unreadable);
  const path = await written('b.pdf');
  expect(await inspectFile(path, 'b.pdf')).toEqual({ rejected: null, marks: [] });
});

const unreadable = { rejected: null, marks: ['unreadable'] };

const inspectorProcesses: ChildProcess[] = [];
subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess };
  inspectorProcesses.push(child);
});

/** Ids of the running inspectors. */
const inspectors = () =>
  inspectorProcesses.flatMap(({ pid, exitCode, signalCode, spawnargs }) => {
    const isRunning = exitCode === null && signalCode === null;
    return isRunning && pid && spawnargs.join(' ').includes('inspector-process') ? pid : [];
  });

async function oneInspector(before = 0): Promise<[number]> {
  const others = () => inspectors().filter((pid) => pid !== before);
  await expect.poll(() => others().length).toBe(1);
  return others() as [number];
}

test('a file that kills the process is marked as unreadable, and the next file is inspected', async () => {
  const killing = join(folder, 'killing.pdf');
  execFileSync('mkfifo', [killing]);
  const path = await written('d.pdf');
  await inspectFile(path, 'd.pdf');
  const [inspected, next] = [inspectFile(killing, 'killing.pdf'), inspectFile(path, 'd.pdf')];
  // The file is retried once, in another process.
  const [first] = await oneInspector();
  process.kill(first, 'SIGABRT');
  const [second] = await oneInspector(first);
  process.kill(second, 'SIGABRT');
  expect(await inspected).toEqual(unreadable);
  expect(await next).toEqual({ rejected: null, marks: [] });
});

test('an idle process that ended is replaced', async () => {
  const path = await written('f.pdf');
  expect(await inspectFile(path, 'f.pdf')).toEqual({ rejected: null, marks: [] });
  const [pid] = await oneInspector();
  process.kill(pid, 'SIGKILL');
  await expect.poll(inspectors).not.toContain(pid);
  expect(await inspectFile(path, 'f.pdf')).toEqual({ rejected: null, marks: [] });
});

test('the process ends with the portal, also while an inspection hangs, but not by a signal', async () => {
  const child = startInspector({ ...inspectionLimits, work: Number.POSITIVE_INFINITY });
  const answered: unknown[] = [];
  child.on('message', (answer) => answered.push(answer));
  const path = await written('e.pdf');
  const hanging = await written('many.pdf', manyFields(100_000));
  const answer = (number: number) => ({
    number,
    findings: { rejected: null, marks: [] },
    isSpent: false,
  });
  await sendFile(child, { number: 1, file: readAhead(path), name: 'e.pdf' });
  await expect.poll(() => answered).toEqual([answer(1)]);
  child.kill('SIGTERM');
  await sendFile(child, { number: 2, file: readAhead(path), name: 'e.pdf' });
  await expect.poll(() => answered).toEqual([answer(1), answer(2)]);
  await sendFile(child, { number: 3, file: readAhead(hanging), name: 'many.pdf' });
  expect(await hungUp(child)).toEqual([null, 'SIGKILL']);
  // The thread was still busy.
  expect(answered).toHaveLength(2);
});

test('a file whose inspection hangs is marked as unreadable after 20 seconds, and the next file is inspected', async () => {
  // Reading from this pipe never ends.
  const hanging = join(folder, 'hanging.pdf');
  execFileSync('mkfifo', [hanging]);
  const path = await written('c.pdf');
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
    expect(await next).toEqual({ rejected: null, marks: [] });
  } finally {
    vi.useRealTimers();
    await (await open(hanging, 'r+')).close();
  }
});

test('a file that exceeds the memory limit is marked as unreadable, and the process ends', async () => {
  const script = deflateSync(Buffer.alloc(600 * 1024 * 1024, 'a'), { level: 1 }).toString('latin1');
  const stream = `<< /Filter /FlateDecode /Length ${script.length} >>\nstream\n${script}\nendstream`;
  const pages = '<< /Type /Pages /Kids [12 0 R] /Count 1 >>';
  const page = '<< /Type /Page /Parent 11 0 R /AA << /O << /S /JavaScript /JS 10 0 R >> >> >>';
  const path = await written('bomb.pdf', pdfOf('/Pages 11 0 R', stream, pages, page));
  await expectGivenUp(path, inspectionLimits);
});

test('a process that uses much memory after a large file is replaced', async () => {
  const picture = Buffer.alloc(19 * 1024 * 1024, 'ab ').toString('latin1');
  const stream = `<< /Length ${picture.length} >>\nstream\n${picture}\nendstream`;
  const path = await written('large.pdf', pdfOf('', stream));
  // It takes some 210 MB.
  const child = startInspector({ ...inspectionLimits, megabytes: 300 });
  const answer = await answerOf(child, 1, path);
  await hungUp(child);
  expect(answer).toEqual({ number: 1, findings: { rejected: null, marks: [] }, isSpent: true });
});

async function answerOf(child: ChildProcess, number: number, path: string): Promise<unknown> {
  await sendFile(child, { number, file: readAhead(path), name: path });
  return (await once(child, 'message'))[0];
}

function hungUp(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit');
  child.disconnect();
  return ended;
}

test('a file that exceeds the CPU limit is marked as unreadable, and the process ends', async () => {
  const path = await written('fields.pdf', manyFields(20_000));
  await expectGivenUp(path, { ...inspectionLimits, work: 100 });
});

/** Nested fields; pdf.js searches the ancestors of each. */
function manyFields(count: number): Buffer {
  const fields = Array.from({ length: count }, (_, at) => `<< /T (a) /Kids [${at + 11} 0 R] >>`);
  return pdfOf('/AcroForm << /Fields [10 0 R] >>', ...fields);
}

async function expectGivenUp(path: string, limits: Limits): Promise<void> {
  const child = startInspector(limits);
  const ended = once(child, 'exit');
  const expected = { number: 1, findings: unreadable, isSpent: true };
  expect(await answerOf(child, 1, path)).toEqual(expected);
  expect(await ended).toEqual([null, 'SIGKILL']);
}

test('a file that repeats one byte takes few resources', async () => {
  const bytes = Buffer.alloc(20 * 1024 * 1024, 'a');
  bytes.write('%PDF-1.7\n');
  const path = await written('bytes.pdf', bytes);
  const child = startInspector();
  for (const number of [1, 2]) {
    // The process would have exceeded its limits.
    expect(await answerOf(child, number, path)).toMatchObject({ number, findings: unreadable });
  }
  await hungUp(child);
});
