import { constants, setPriority } from 'node:os';

/**
 * Lets other threads of the process go first: the calling one gets the processor once they have
 * enough of it. Linux alone has a priority for each thread; elsewhere, and where the system's
 * operator forbids it, nothing happens.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may refuse it; the work is done all the same.
  }
}
