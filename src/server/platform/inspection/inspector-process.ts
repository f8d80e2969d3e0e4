import { Worker } from 'node:worker_threads';

// A process that hands files to its thread and answers to the portal, and does nothing else: it hears
// that the portal is gone also while the thread hangs, and an engine that is out of memory, which ends
// the whole process, ends this one.

const LIMITS = { maxOldGenerationSizeMb: 768 };

/** What pdf.js lacks to draw is no news. */
const thread = new Worker(new URL('./worker.ts', import.meta.url), {
  resourceLimits: LIMITS,
  stderr: true,
});
thread.stderr.resume();
thread.on('message', (inspected) => process.send?.(inspected));
thread.once('error', end).once('exit', end);

process.on('message', (inspection) => thread.postMessage(inspection));
process.once('disconnect', end);
// Sent to all processes of a group: the portal answers the uploads that it has in hand first.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});

/** At once: an orderly end would wait for what the thread reads. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
