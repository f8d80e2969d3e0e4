import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '#lib/threads/lower-priority.ts';

/** Niceness of the calling thread (proc_pid_stat(5), field 19). */
export const niceness = () =>
  Number(readFileSync('/proc/thread-self/stat', 'utf8').split(') ')[1]?.split(' ')[16]);

if (parentPort) {
  lowerPriority();
  parentPort.postMessage(niceness());
}
