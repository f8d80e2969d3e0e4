import { Worker } from 'node:worker_threads';
import { UNREADABLE } from './findings.ts';
import type { FileMessage } from './inspector.ts';
import type { Answer, Inspected, Inspection } from './worker.ts';

// Passes files to a worker thread and its findings to the portal. It notices that the portal is gone even while the thread hangs, and running out of memory ends only this process.

const [mostMegabytes = Number.NaN, mostWork = Number.NaN] = process.argv.slice(2).map(Number);
const MEGABYTE = 1024 * 1024;
/** Share of the memory limit above which the process is replaced: large files leave memory allocated. */
const SPENT = 0.6;
/** Interval of the limit checks, in ms: memory grows by some 100 MB meanwhile. */
const LOOK = 50;

/** pdf.js warns about missing drawing features. */
const thread = new Worker(new URL('./worker.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  stderr: true,
});
thread.stderr.resume();

let inHand: { number: number; since: NodeJS.CpuUsage; looking: NodeJS.Timeout } | null = null;

let incoming: { number: number; chunks: Uint8Array[] } = { number: 0, chunks: [] };

process.on('message', (message: FileMessage) => {
  const { number } = message;
  if (incoming.number !== number) incoming = { number, chunks: [] };
  if ('chunk' in message) return incoming.chunks.push(message.chunk);
  const bytes = joined(incoming.chunks);
  incoming.chunks = [];
  return inspect({ number, name: message.name, bytes });
});

/** Copies the chunks into one buffer that can be transferred to the thread. */
function joined(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function inspect(inspection: Inspection): void {
  clearInterval(inHand?.looking);
  const looking = setInterval(endWhenTooMuch, LOOK);
  inHand = { number: inspection.number, since: process.cpuUsage(), looking };
  thread.postMessage(inspection, [inspection.bytes.buffer]);
}
thread.on('message', (inspected: Inspected) => {
  clearInterval(inHand?.looking);
  inHand = null;
  answer({ ...inspected, isSpent: megabytes() > mostMegabytes * SPENT });
});
thread.once('error', giveUp).once('exit', giveUp);
process.once('disconnect', end);
// Signals reach the whole process group: the portal finishes its uploads first.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});

function endWhenTooMuch(): void {
  const { user, system } = process.cpuUsage(inHand?.since);
  if ((user + system) / 1000 > mostWork) giveUp();
  else if (megabytes() > mostMegabytes) giveUp();
}

/** Reports the file as unreadable, so that nobody retries it, and ends. */
function giveUp(): void {
  if (inHand) {
    clearInterval(inHand.looking);
    answer({ number: inHand.number, findings: UNREADABLE, isSpent: true }, end);
  } else end();
}

const megabytes = () => process.memoryUsage.rss() / MEGABYTE;

function answer(inspected: Answer, then?: () => void): void {
  process.send?.(inspected, undefined, undefined, then);
}

/** An orderly exit would wait for the thread. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
