import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Holds a folder for this process. The lock is the operating system's: it ends with the process,
 * however that ends.
 * @throws when another process holds the folder
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Error(`Another process already serves the folder ${folder}`, { cause: error });
  }
  return { release: () => lock.close() };
}
