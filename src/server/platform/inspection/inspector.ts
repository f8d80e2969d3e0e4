import { type ChildProcess, fork } from 'node:child_process';
import { createReadStream, realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { type Findings, UNREADABLE } from './findings.ts';
import { kindOf } from './kinds.ts';
import { SharedTurns } from './shared-turns.ts';
import type { Answer } from './worker.ts';

/** Longest that one file is looked into, in ms; who made it hang gains nothing by it. */
const TIME_LIMIT = 20_000;
/**
 * Memory of the process in MiB, and processor time of one file in ms, which does not depend on what
 * else runs. The largest scans, documents and archives of them take 220 MiB and 1.3 s.
 */
export const inspectionLimits = { megabytes: 400, work: 5_000 } as const;

const productFolder = resolve(import.meta.dirname, '../../../..');

/** Bytes of a file that are sent to the process at a time. */
const CHUNK = 1024 * 1024;

/** Messages to the process: the file in chunks, then its name. All carry the number of the file. */
export type FileMessage = { number: number } & ({ chunk: Uint8Array } | { name: string });

/**
 * Options of the process. A file that takes it over, by a fault in a parser, can read our sources
 * and packages, and nothing else of the disk; it cannot write, start programs or load addons. Node's
 * permission model does not limit the network.
 */
const options = [
  '--permission',
  // Its own thread, which has the same permissions.
  '--allow-worker',
  ...readableFolders().map((path) => `--allow-fs-read=${path}`),
  // A release has no types: what strips them takes 15 MB or more a thread.
  '-r',
  join(productFolder, 'src/server/require-node.cjs'),
  '--max-semi-space-size=8',
];

/** Not the product's folder itself: `DATA_DIR` is in it by default. */
function readableFolders(): string[] {
  const packages = join(productFolder, 'node_modules');
  // Modules are loaded from their real paths.
  const folders = new Set([packages, realpathSync(packages)]);
  for (const name of ['machines', 'src']) folders.add(join(productFolder, name));
  return [join(productFolder, 'package.json'), ...[...folders].map((path) => path + sep)];
}

const turns = new SharedTurns();
let idle: ChildProcess | null = null;
let count = 0;

/**
 * Looks into a file in a process of its own, one file at a time: what is in it may be made to hang or
 * to use up memory, and calls stay fast meanwhile.
 * @param path of the file
 * @param name with the extension that the content has been found to have
 * @param sender account that sent it, for the order of files that wait
 */
export async function inspectFile(path: string, name: string, sender: string): Promise<Findings> {
  if (kindOf(name) === undefined) return { refused: null, marks: [] };
  return turns.take(sender, () => inspectNow(path, name));
}

async function inspectNow(path: string, name: string): Promise<Findings> {
  const reused = idle;
  const found = await lookedInto(path, name, reused ?? startInspector());
  // One that had nothing to do may have died before the file reached it.
  return found ?? (reused && (await lookedInto(path, name, startInspector()))) ?? UNREADABLE;
}

/** What the process finds; null when it ends over the file. */
function lookedInto(path: string, name: string, inspector: ChildProcess): Promise<Findings | null> {
  idle = null;
  // The portal waits for the answer, not for the process.
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

/** Starts a process with an empty environment: it needs none of the portal's secrets. */
export const startInspector = ({ megabytes, work }: Limits = inspectionLimits): ChildProcess =>
  fork(new URL('./inspector-process.ts', import.meta.url), [String(megabytes), String(work)], {
    execArgv: options,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Of one that nobody waits for there is nothing to be told.
  }).on('error', () => {});
