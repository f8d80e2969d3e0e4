import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Findings, UNREADABLE } from './findings.ts';
import { kindOf } from './kinds.ts';
import { SharedTurns } from './shared-turns.ts';
import type { Answer, Inspection } from './worker.ts';

/** Longest that one file is looked into, in ms; who made it hang gains nothing by it. */
const TIME_LIMIT = 20_000;
/**
 * Memory of the process in MiB, and processor time of one file in ms, which does not depend on what
 * else runs. The largest scans, documents and archives of them take 220 MiB and 1.3 s.
 */
export const inspectionLimits = { megabytes: 400, work: 5_000 } as const;

/** A release has no types: what strips them takes 15 MB or more a thread. */
const withoutStripping = ['-r', fileURLToPath(new URL('../../require-node.cjs', import.meta.url))];

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
  const found = await lookedInto(path, name, reused ?? start());
  // One that had nothing to do may have died before the file reached it.
  return found ?? (reused && (await lookedInto(path, name, start()))) ?? UNREADABLE;
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
    inspector.send({ number, path, name } satisfies Inspection, (error) => error && died());
  });
}

const limits = [inspectionLimits.megabytes, inspectionLimits.work].map(String);

const start = () =>
  fork(new URL('./inspector-process.ts', import.meta.url), limits, {
    execArgv: [...withoutStripping, '--max-semi-space-size=8'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Of one that nobody waits for there is nothing to be told.
  }).on('error', () => {});
