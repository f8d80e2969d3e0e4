import { parentPort } from 'node:worker_threads';
import { type Findings, UNREADABLE } from './findings.ts';
import { inspect } from './inspect.ts';

export interface Inspection {
  number: number;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}
export interface Inspected {
  number: number;
  findings: Findings;
}
export interface Answer extends Inspected {
  isSpent: boolean;
}

parentPort?.on('message', async ({ number, name, bytes }: Inspection) => {
  const findings = await inspect(name, bytes).catch(() => UNREADABLE);
  parentPort?.postMessage({ number, findings } satisfies Inspected);
});
