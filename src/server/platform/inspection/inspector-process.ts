import { Worker } from 'node:worker_threads';
import { UNREADABLE } from './findings.ts';
import type { FileMessage } from './inspector.ts';
import type { Answer, Inspected, Inspection } from './worker.ts';

// A process that hands files to its thread and answers to the portal, and does nothing else: it hears
// that the portal is gone also while the thread hangs, and an engine that is out of memory, which ends
// the whole process, ends this one.

const [mostMegabytes = Number.NaN, mostWork = Number.NaN] = process.argv.slice(2).map(Number);
const MEGABYTE = 1024 * 1024;
/** Part of the memory that large files may leave behind, which do not give all of theirs back. */
const SPENT = 0.6;
/** Time between two looks at them, in ms: memory grows by some 100 MB meanwhile. */
const LOOK = 50;

/** What pdf.js lacks to draw is no news. */
const thread = new Worker(new URL('./worker.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  stderr: true,
});
thread.stderr.resume();

/** The file that is looked into. */
let inHand: { number: number; since: NodeJS.CpuUsage; looking: NodeJS.Timeout } | null = null;

/** The file that is being received. */
let incoming: { number: number; chunks: Uint8Array[] } = { number: 0, chunks: [] };

process.on('message', (message: FileMessage) => {
  const { number } = message;
  if (incoming.number !== number) incoming = { number, chunks: [] };
  if ('chunk' in message) return incoming.chunks.push(message.chunk);
  const bytes = joined(incoming.chunks);
  incoming.chunks = [];
  return inspect({ number, name: message.name, bytes });
});

/** Joins the chunks in memory of their own, which can be handed to the thread. */
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
// Sent to all processes of a group: the portal answers the uploads that it has in hand first.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});

function endWhenTooMuch(): void {
  const { user, system } = process.cpuUsage(inHand?.since);
  if ((user + system) / 1000 > mostWork) giveUp();
  else if (megabytes() > mostMegabytes) giveUp();
}

/** Answers that the file cannot be read, so that nobody tries it again, and ends. */
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

/** At once: an orderly end would wait for what the thread reads. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
