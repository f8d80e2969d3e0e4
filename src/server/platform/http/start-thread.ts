import { createInterface } from 'node:readline';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { masked } from './log.ts';

/**
 * Starts a worker thread. Each line that it prints becomes a warning of this process, because the
 * console of a thread does not write JSON.
 */
export function startThread(program: URL, options: WorkerOptions): Worker {
  // Unpipes the streams. The options `stdout` and `stderr` would keep the process alive.
  const worker = new Worker(program, options);
  for (const input of [worker.stdout, worker.stderr])
    createInterface({ input: input.unpipe() }).on('line', (line) => console.warn(masked(line)));
  return worker;
}
