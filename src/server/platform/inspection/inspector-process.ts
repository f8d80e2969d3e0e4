import { Worker } from 'node:worker_threads';
import { UNREADABLE } from './findings.ts';
import type { FileMessage } from './inspector.ts';
import type { Answer, Inspected, Inspection } from './worker.ts';

// Passes files to a worker thread and its findings to the portal. A separate process survives a
// hanging thread, and if memory runs out, only this process ends.

const [maxMegabytes = Number.NaN, maxWork = Number.NaN] = process.argv.slice(2).map(Number);
const MEGABYTE = 1024 * 1024;
/** Share of the memory limit above which the process is replaced: it leaks memory. */
const SPENT = 0.6;
/** Interval of the limit checks, in ms. Memory can grow by up to 100 MB in between. */
const CHECK_INTERVAL = 50;

/** pdf.js prints warnings, which are captured here and discarded. */
const thread = new Worker(new URL('./worker.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  stderr: true,
});
thread.stderr.resume();

let current: { number: number; since: NodeJS.CpuUsage; timer: NodeJS.Timeout } | null = null;

let incoming: { number: number; chunks: Uint8Array[] } = { number: 0, chunks: [] };

process.on('message', (message: FileMessage) => {
  const { number } = message;
  if (incoming.number !== number) incoming = { number, chunks: [] };
  if ('chunk' in message) return incoming.chunks.push(message.chunk);
  const bytes = joined(incoming.chunks);
  incoming.chunks = [];
  return inspect({ number, name: message.name, bytes });
});

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
  clearInterval(current?.timer);
  const timer = setInterval(checkLimits, CHECK_INTERVAL);
  current = { number: inspection.number, since: process.cpuUsage(), timer };
  thread.postMessage(inspection, [inspection.bytes.buffer]);
}
thread.on('message', (inspected: Inspected) => {
  clearInterval(current?.timer);
  current = null;
  respond({ ...inspected, isSpent: megabytes() > maxMegabytes * SPENT });
});
thread.once('error', giveUp).once('exit', giveUp);
process.once('disconnect', end);
// Signals are ignored: the portal finishes its uploads first, then ends this process.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});

function checkLimits(): void {
  const { user, system } = process.cpuUsage(current?.since);
  if ((user + system) / 1000 > maxWork) giveUp();
  else if (megabytes() > maxMegabytes) giveUp();
}

/** Reports the file as unreadable, so that it is not retried, and exits. */
function giveUp(): void {
  if (current) {
    clearInterval(current.timer);
    respond({ number: current.number, findings: UNREADABLE, isSpent: true }, end);
  } else end();
}

const megabytes = () => process.memoryUsage.rss() / MEGABYTE;

function respond(inspected: Answer, then?: () => void): void {
  process.send?.(inspected, undefined, undefined, then);
}

/** Exits at once: a normal exit would wait for the thread. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
