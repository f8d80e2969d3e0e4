import { setTimeout } from 'node:timers/promises';

/** Longest that anything takes on a machine that is busy with all other tests, in ms. */
const PATIENCE = 180_000;

/**
 * Waits until something is so.
 * @param what is waited for, as a sentence that says it
 * @param pause between two looks, in ms
 * @throws with the sentence when it does not come to be
 */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  pause = 100,
): Promise<void> {
  for (const until = performance.now() + PATIENCE; !(await isSo()); await setTimeout(pause))
    if (performance.now() > until)
      throw new Error(`Not within ${PATIENCE / 1000} seconds: ${what}`);
}
