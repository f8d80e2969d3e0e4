import { type ChildProcess, fork } from 'node:child_process';
import { createReadStream, realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { type Findings, UNREADABLE } from './findings.ts';
import { kindOf } from './kinds.ts';
import { SharedTurns } from './shared-turns.ts';
import type { Answer } from './worker.ts';

/** Timeout of one file, in ms. */
const TIME_LIMIT = 20_000;
/**
 * Memory of the process in MiB, and CPU time of one file in ms, which is independent of other load.
 * The largest scans, documents and archives take 220 MiB and 1.3 s.
 */
export const inspectionLimits = { megabytes: 400, work: 5_000 } as const;

const productFolder = resolve(import.meta.dirname, '../../../..');

/** Bytes per message. */
const CHUNK = 1024 * 1024;

/** Messages to the process: the chunks of a file, then its name. */
export type FileMessage = { number: number } & ({ chunk: Uint8Array } | { name: string });

/**
 * Options of the process. A file that exploits a parser can read our sources and packages and
 * nothing else of the disk; it cannot write, start programs or load addons. Node's permission model
 * does not limit the network.
 */
const options = [
  '--permission',
  // Shares these permissions.
  '--allow-worker',
  ...readableFolders().map((path) => `--allow-fs-read=${path}`),
  // A release has no types; loading the type stripper takes 15 MB or more per thread.
  '-r',
  join(productFolder, 'src/server/require-node.cjs'),
  '--max-semi-space-size=8',
];

/** Not the product's root folder, which contains `DATA_DIR` by default. */
function readableFolders(): string[] {
  const packages = join(productFolder, 'node_modules');
  const folders = new Set([packages, realpathSync(packages)]);
  for (const name of ['machines', 'src']) folders.add(join(productFolder, name));
  return [join(productFolder, 'package.json'), ...[...folders].map((path) => path + sep)];
}

const turns = new SharedTurns();
let idle: ChildProcess | null = null;
let count = 0;

/**
 * Inspects a file in a separate process, one file at a time: the file may be crafted to hang or to
 * exhaust memory.
 * @param name with the extension that matches the content
 * @param sender account, for fair queueing
 */
export async function inspectFile(path: string, name: string, sender: string): Promise<Findings> {
  if (kindOf(name) === undefined) return { refused: null, marks: [] };
  return turns.take(sender, () => inspectNow(path, name));
}

async function inspectNow(path: string, name: string): Promise<Findings> {
  const reused = idle;
  const found = await lookedInto(path, name, reused ?? startInspector());
  // An idle process may have died before the file reached it.
  return found ?? (reused && (await lookedInto(path, name, startInspector()))) ?? UNREADABLE;
}

/** Null when the process dies. */
function lookedInto(path: string, name: string, inspector: ChildProcess): Promise<Findings | null> {
  idle = null;
  // Keeps the portal alive only until the result.
  inspector.ref();
  inspector.channel?.ref();
  count += 1;
  const number = count;
  return new Promise((resolve) => {
    const end = (findings: Findings | null, isUsable: boolean) => {
      clearTimeout(timer);
      inspector.off('message', answered).off('error', died).off('exit', died);
      inspector.unref();
      inspector.channel?.unref();
      if (isUsable) idle = inspector;
      else inspector.kill('SIGKILL');
      resolve(findings);
    };
    const answered = (message: unknown) => {
      const answer = message as Answer;
      if (answer.number === number) end(answer.findings, !answer.isSpent);
    };
    const died = () => end(null, false);
    const timer = setTimeout(() => end(UNREADABLE, false), TIME_LIMIT);
    inspector.on('message', answered).once('error', died).once('exit', died);
    sendFile(inspector, { number, path, name }).catch(died);
  });
}

/** Sends the content, since the process cannot open files. */
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

/** Starts a process with an empty environment, without the secrets of the portal. */
export const startInspector = ({ megabytes, work }: Limits = inspectionLimits): ChildProcess =>
  fork(new URL('./inspector-process.ts', import.meta.url), [String(megabytes), String(work)], {
    execArgv: options,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Avoids an unhandled error event of an idle process.
  }).on('error', () => {});
