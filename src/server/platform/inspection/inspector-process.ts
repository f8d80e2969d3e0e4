import { Worker } from 'node:worker_threads';
import { UNREADABLE } from './findings.ts';
import type { FileHeader } from './inspector.ts';
import type { Answer, Inspected, Inspection } from './worker.ts';

// Inspects files in a thread. If the thread hangs or runs out of memory, only this process ends.

const [maxMegabytes = Number.NaN, maxWork = Number.NaN] = process.argv.slice(2).map(Number);
const MEGABYTE = 1024 * 1024;
/**
 * Share of the memory limit above which this process is replaced, because it leaks memory; and
 * interval of the checks in ms, in which memory can grow by up to 100 MB.
 */
const SPENT = 0.6;
const CHECK_INTERVAL = 50;

/** pdf.js prints warnings, which are captured here and discarded. */
const thread = new Worker(new URL('./worker.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  stderr: true,
});
thread.stderr.resume();

let current: { number: number; since: NodeJS.CpuUsage; timer: NodeJS.Timeout } | null = null;

const NEWLINE = 10;
let header = Buffer.alloc(0);
/** Complete files, which wait until the current one has been inspected. */
const received: Inspection[] = [];
let incoming: { header: FileHeader; bytes: Uint8Array<ArrayBuffer>; at: number } | null = null;

process.stdin.on('data', (chunk: Buffer) => {
  for (let rest = chunk; rest.length > 0; ) rest = receive(rest);
});

function receive(chunk: Buffer): Buffer {
  if (!incoming) {
    const end = chunk.indexOf(NEWLINE);
    header = Buffer.concat([header, end < 0 ? chunk : chunk.subarray(0, end)]);
    if (end < 0) return Buffer.alloc(0);
    const parsed = JSON.parse(header.toString()) as FileHeader;
    header = Buffer.alloc(0);
    incoming = { header: parsed, bytes: new Uint8Array(parsed.size), at: 0 };
    return chunk.subarray(end + 1);
  }
  const { bytes, at } = incoming;
  const part = chunk.subarray(0, bytes.length - at);
  bytes.set(part, at);
  incoming.at += part.length;
  if (incoming.at === bytes.length) {
    const { number, name } = incoming.header;
    incoming = null;
    if (current) received.push({ number, name, bytes });
    else inspect({ number, name, bytes });
  }
  return chunk.subarray(part.length);
}

function inspect(inspection: Inspection): void {
  const timer = setInterval(checkLimits, CHECK_INTERVAL);
  current = { number: inspection.number, since: process.cpuUsage(), timer };
  thread.postMessage(inspection, [inspection.bytes.buffer]);
}
thread.on('message', (inspected: Inspected) => {
  clearInterval(current?.timer);
  current = null;
  respond({ ...inspected, isSpent: megabytes() > maxMegabytes * SPENT });
  const next = received.shift();
  if (next) inspect(next);
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
