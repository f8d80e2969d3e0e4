import { parentPort } from 'node:worker_threads';
import { type Findings, UNREADABLE } from './findings.ts';
import { inspect } from './inspect.ts';

/** A file to look into, and its answer, which carries the same number. */
export interface Inspection {
  number: number;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
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
parentPort?.on('message', async ({ number, name, bytes }: Inspection) => {
  const findings = await inspect(name, bytes).catch(() => UNREADABLE);
  parentPort?.postMessage({ number, findings } satisfies Inspected);
});
