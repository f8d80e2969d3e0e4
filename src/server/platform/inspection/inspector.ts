import { Worker } from 'node:worker_threads';
import type { Findings } from './findings.ts';
import { kindOf } from './kinds.ts';
import type { Inspected, Inspection } from './worker.ts';

/** Longest that one file is looked into, in ms; who made it hang gains nothing by it. */
const TIME_LIMIT = 20_000;
const LIMITS = { maxOldGenerationSizeMb: 768 };
/** A file that takes too long, or more memory than there is, is marked instead. */
const UNREADABLE: Findings = { refused: null, marks: ['unreadable'] };

let latest: Promise<unknown> = Promise.resolve();
let idle: Worker | null = null;
let count = 0;

/**
 * Looks into a file on a thread of its own, one file at a time: what is in it may be made to hang or
 * to use up memory, and calls stay fast meanwhile.
 * @param path of the file
 * @param name with the extension that the content has been found to have
 */
export function inspectFile(path: string, name: string): Promise<Findings> {
  if (kindOf(name) === undefined) return Promise.resolve({ refused: null, marks: [] });
  const turn = latest.then(() => inspectNow(path, name));
  latest = turn.catch(() => {});
  return turn;
}

function inspectNow(path: string, name: string): Promise<Findings> {
  const worker = idle ?? startWorker();
  idle = null;
  // The process waits for the answer, not for the thread.
  worker.ref();
  count += 1;
  const number = count;
  return new Promise((resolve) => {
    const end = (findings: Findings, isUsable: boolean) => {
      clearTimeout(timer);
      worker.off('message', answered).off('error', failed).off('exit', failed);
      worker.unref();
      if (isUsable) idle = worker;
      else void worker.terminate();
      resolve(findings);
    };
    const answered = (answer: Inspected) => {
      if (answer.number === number) end(answer.findings, true);
    };
    const failed = () => end(UNREADABLE, false);
    const timer = setTimeout(failed, TIME_LIMIT);
    worker.on('message', answered).once('error', failed).once('exit', failed);
    worker.postMessage({ number, path, name } satisfies Inspection);
  });
}

/** Starts a thread whose errors are heard by their event: what pdf.js lacks to draw is no news. */
function startWorker(): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: LIMITS,
    stderr: true,
  });
  worker.stderr.resume();
  return worker;
}
