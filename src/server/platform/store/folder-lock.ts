import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Holds a folder for this process, by a file in it. The lock is the operating system's: it ends with
 * the process, however that ends. Answers null when somebody else holds the folder.
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
