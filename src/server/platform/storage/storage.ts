import type { Config } from '#server/platform/store/config.ts';
import type { Area, FileStorage } from './file-storage.ts';
import { folderStorage } from './folder-storage.ts';

/** Settings that say where the storage is. */
export type StorageSettings = Pick<Config, 'DATA_DIR'>;

/** An area of the installation's storage. */
export function storageOf(
  { config, now = Date.now }: { config: StorageSettings; now?: () => number },
  area: Area = 'files',
): FileStorage {
  return folderStorage(config.DATA_DIR, area, now);
}
