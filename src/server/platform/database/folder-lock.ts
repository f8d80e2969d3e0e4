import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Locks a folder for this process by a file in it; null when another process has it. The operating
 * system releases the lock when the process ends.
 */
export function lockFolder(folder: string, file = 'server.lock'): { release(): void } | null {
  const lock = new DatabaseSync(join(folder, file), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { release: () => lock.close() };
}
