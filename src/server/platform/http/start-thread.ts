import { createInterface } from 'node:readline';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { masked } from './log.ts';

/**
 * Starts a worker thread. Each line that it prints becomes a warning of this process, because the
 * console of a thread does not write JSON.
 */
export function startThread(program: URL, options: WorkerOptions): Worker {
  const worker = new Worker(program, { ...options, stdout: true, stderr: true });
  for (const input of [worker.stdout, worker.stderr])
    createInterface({ input }).on('line', (line) => console.warn(masked(line)));
  return worker;
}
