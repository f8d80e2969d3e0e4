import { setTimeout } from 'node:timers/promises';

/** Timeout on a machine that runs all other tests, in ms. */
const TIMEOUT_MS = 180_000;

/**
 * Waits for a condition.
 * @param what describes the condition in a sentence
 * @param pause polling interval, in ms
 * @throws with the sentence on timeout
 */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  pause = 100,
): Promise<void> {
  for (const until = performance.now() + TIMEOUT_MS; !(await isSo()); await setTimeout(pause))
    if (performance.now() > until) throw new Error(`Timeout after ${TIMEOUT_MS / 1000} s: ${what}`);
}
