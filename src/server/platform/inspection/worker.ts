import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { type Findings, UNREADABLE } from './findings.ts';
import { inspect } from './inspect.ts';

/** A file to look into, and its answer, which carries the same number. */
export interface Inspection {
  number: number;
  path: string;
  name: string;
}
export interface Inspected {
  number: number;
  findings: Findings;
}
/** The answer to the portal: a process that is spent is to be replaced by a new one. */
export interface Answer extends Inspected {
  isSpent: boolean;
}

// The entry of the inspector's thread: one file after the other, until its process ends.
parentPort?.on('message', async ({ number, path, name }: Inspection) => {
  const findings = await lookInto(path, name).catch(() => UNREADABLE);
  parentPort?.postMessage({ number, findings } satisfies Inspected);
});

/** Reads the file at once: nothing else runs on this thread. */
async function lookInto(path: string, name: string): Promise<Findings> {
  return inspect(name, readFileSync(path));
}
