import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { Findings } from './findings.ts';
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

const UNREADABLE: Findings = { refused: null, marks: ['unreadable'] };

// The entry of the inspector's thread: one file after the other, until the process ends.
parentPort?.on('message', async ({ number, path, name }: Inspection) => {
  const findings = await readFile(path)
    .then((bytes) => inspect(name, bytes))
    .catch(() => UNREADABLE);
  parentPort?.postMessage({ number, findings } satisfies Inspected);
});
