import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of the calling thread. Only Linux has priorities for each thread; elsewhere,
 * and where the system forbids it, this does nothing.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid it.
  }
}
