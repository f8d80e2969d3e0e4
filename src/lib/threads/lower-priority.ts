import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of the calling thread. Only Linux has priorities per thread. On other
 * systems, or without permission, this does nothing.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid setting the priority.
  }
}
