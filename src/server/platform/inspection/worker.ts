import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { type Findings, UNREADABLE } from './findings.ts';
import { inspect } from './inspect.ts';

/** File to inspect, and the name that it has on the sender's device. */
export interface Inspection {
  path: string;
  name: string;
}
export interface Answer {
  findings: Findings;
  /** The process has to be replaced. */
  isSpent: boolean;
}

parentPort?.on('message', async ({ path, name }: Inspection) => {
  const findings = readFile(path).then((bytes) => inspect(name, bytes));
  parentPort?.postMessage((await findings.catch(() => UNREADABLE)) satisfies Findings);
});
