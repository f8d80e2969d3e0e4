import { type ChildProcess, fork } from 'node:child_process';
import { createReadStream, type ReadStream, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { WorkQueue } from '#server/platform/http/work-queue.ts';
import { type Findings, kindOf, UNREADABLE } from './findings.ts';
import type { Answer } from './worker.ts';

const FILE_TIMEOUT_MS = 20_000;
/**
 * Memory limit of the process in MiB, and CPU time limit per file in ms, which is independent of
 * other load. The largest scans, documents and archives take 220 MiB and 1.3 s.
 */
export const inspectionLimits = { megabytes: 400, work: 5_000 } as const;

const productFolder = resolve(import.meta.dirname, '../../../..');

const CHUNK = 1024 * 1024;

export interface FileHeader {
  number: number;
  name: string;
  size: number;
}

/**
 * Options of the process. A file that exploits a parser can only read sources and packages of the
 * portal; it cannot write, start programs or load addons. Node's permission model does not restrict
 * the network.
 */
const options = [
  '--permission',
  '--allow-worker',
  ...readableFolders().map((path) => `--allow-fs-read=${path}`),
  // A release contains JavaScript only; the TypeScript stripper takes 15 MB per thread.
  '-r',
  join(productFolder, 'src/server/require-node.cjs'),
  '--max-semi-space-size=8',
];

/** Readable paths, without the product's root folder, which contains `DATA_DIR` by default. */
function readableFolders(): string[] {
  const packages = join(productFolder, 'node_modules');
  const folders = new Set([packages, realpathSync(packages)]);
  for (const name of ['machines', 'src']) folders.add(join(productFolder, name));
  return [join(productFolder, 'package.json'), ...[...folders].map((path) => path + sep)];
}

const queue = new WorkQueue(1);
/** Two files are open: the next one is read while the process inspects the current one. */
const opened = new WorkQueue(2);
let idle: ChildProcess | null = null;
let count = 0;

/**
 * Inspects a file in a separate process, one file at a time, because a crafted file may hang or
 * exhaust memory.
 * @param name file name whose extension matches the content
 */
export async function inspectFile(path: string, name: string): Promise<Findings> {
  if (kindOf(name) === undefined) return { rejected: null, marks: [] };
  return opened.run(() => {
    const file = readAhead(path);
    return queue.run(() => inspectNow(file, path, name));
  });
}

async function inspectNow(file: OpenFile, path: string, name: string): Promise<Findings> {
  const reused = idle;
  const found = await inspectIn(file, name, reused ?? startInspector());
  if (found || !reused) return found ?? UNREADABLE;
  // The idle process may have exited before it received the file.
  return (await inspectIn(readAhead(path), name, startInspector())) ?? UNREADABLE;
}

interface OpenFile {
  size: Promise<number>;
  content: ReadStream;
}

export function readAhead(path: string): OpenFile {
  const size = stat(path).then((facts) => facts.size);
  size.catch(() => {});
  const content = createReadStream(path, { highWaterMark: CHUNK }).on('error', () => {});
  content.read(0);
  return { size, content };
}

function inspectIn(
  file: OpenFile,
  name: string,
  inspector: ChildProcess,
): Promise<Findings | null> {
  idle = null;
  // Keeps the portal alive only until the result arrives.
  inspector.ref();
  inspector.channel?.ref();
  count += 1;
  const number = count;
  return new Promise((resolve) => {
    const end = (findings: Findings | null, isUsable: boolean) => {
      clearTimeout(timer);
      inspector.off('message', onMessage).off('error', onExit).off('exit', onExit);
      inspector.unref();
      inspector.channel?.unref();
      if (isUsable) idle = inspector;
      else inspector.kill('SIGKILL');
      resolve(findings);
    };
    const onMessage = (message: unknown) => {
      const answer = message as Answer;
      if (answer.number === number) end(answer.findings, !answer.isSpent);
    };
    const onExit = () => end(null, false);
    const timer = setTimeout(() => end(UNREADABLE, false), FILE_TIMEOUT_MS);
    inspector.on('message', onMessage).once('error', onExit).once('exit', onExit);
    sendFile(inspector, { number, name, file }).catch(onExit);
  });
}

/**
 * Writes a file to the standard input of the process, which cannot open files. Messages of the IPC
 * channel take seven times as long for 20 MB.
 */
export async function sendFile(
  inspector: ChildProcess,
  { number, name, file }: { number: number; name: string; file: OpenFile },
): Promise<void> {
  const input = inspector.stdin as Writable;
  const write = promisify<Uint8Array | string, void>((part, done) => input.write(part, done));
  await write(`${JSON.stringify({ number, name, size: await file.size } satisfies FileHeader)}\n`);
  for await (const chunk of file.content) await write(chunk);
}

export type Limits = Record<keyof typeof inspectionLimits, number>;

export function startInspector({ megabytes, work }: Limits = inspectionLimits): ChildProcess {
  const program = new URL('./inspector-process.ts', import.meta.url);
  const inspector = fork(program, [String(megabytes), String(work)], {
    execArgv: options,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  // Avoids unhandled error events of an idle process.
  inspector.stdin?.on('error', () => {});
  return inspector.on('error', () => {});
}
