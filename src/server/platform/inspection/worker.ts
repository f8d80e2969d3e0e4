import { parentPort } from 'node:worker_threads';
import { type Findings, UNREADABLE } from './findings.ts';
import { inspect } from './inspect.ts';

export interface Inspection {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}
export interface Answer {
  findings: Findings;
  /** The process has to be replaced. */
  isSpent: boolean;
}

parentPort?.on('message', async ({ name, bytes }: Inspection) => {
  parentPort?.postMessage(await inspect(name, bytes).catch(() => UNREADABLE));
});
