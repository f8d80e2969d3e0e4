import { type ChildProcess, fork } from 'node:child_process';
import { createReadStream, realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
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

export type FileMessage = { number: number } & ({ chunk: Uint8Array } | { name: string });

/**
 * Options of the process. A file that exploits a parser can only read our sources and packages; it
 * cannot write, start programs or load addons. Node's permission model does not restrict the
 * network.
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

/** Excludes the product's root folder, which contains `DATA_DIR` by default. */
function readableFolders(): string[] {
  const packages = join(productFolder, 'node_modules');
  const folders = new Set([packages, realpathSync(packages)]);
  for (const name of ['machines', 'src']) folders.add(join(productFolder, name));
  return [join(productFolder, 'package.json'), ...[...folders].map((path) => path + sep)];
}

const queue = new WorkQueue(1);
let idle: ChildProcess | null = null;
let count = 0;

/**
 * Inspects a file in a separate process, one file at a time, because a crafted file may hang or
 * exhaust memory.
 * @param name file name whose extension matches the content
 */
export async function inspectFile(path: string, name: string): Promise<Findings> {
  if (kindOf(name) === undefined) return { rejected: null, marks: [] };
  return queue.run(() => inspectNow(path, name));
}

async function inspectNow(path: string, name: string): Promise<Findings> {
  const reused = idle;
  const found = await inspectIn(path, name, reused ?? startInspector());
  // The idle process may have exited before it received the file.
  return found ?? (reused && (await inspectIn(path, name, startInspector()))) ?? UNREADABLE;
}

function inspectIn(path: string, name: string, inspector: ChildProcess): Promise<Findings | null> {
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
    sendFile(inspector, { number, path, name }).catch(onExit);
  });
}

/** Sends the content of a file to the process, which cannot open files. */
export async function sendFile(
  inspector: ChildProcess,
  { number, path, name }: { number: number; path: string; name: string },
): Promise<void> {
  const send = promisify<FileMessage, void>((message, done) => inspector.send(message, done));
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }))
    await send({ number, chunk });
  await send({ number, name });
}

export type Limits = Record<keyof typeof inspectionLimits, number>;

/** Starts the process with an empty environment, which hides the secrets of the portal. */
export const startInspector = ({ megabytes, work }: Limits = inspectionLimits): ChildProcess =>
  fork(new URL('./inspector-process.ts', import.meta.url), [String(megabytes), String(work)], {
    execArgv: options,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Avoids an unhandled error event of an idle process.
  }).on('error', () => {});
