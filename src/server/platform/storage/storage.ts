import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { Bucket } from './bucket.ts';
import { bucketStorage } from './bucket-storage.ts';
import type { FileStorage, StorageMark } from './file-storage.ts';
import { folderStorage } from './folder-storage.ts';
import { bucketMark, folderMark } from './storage-marks.ts';

export type StorageSettings = Pick<Config, 'DATA_DIR' | 'STORAGE_URL'>;

export function storageOf(
  { config, now = Date.now }: { config: StorageSettings; now?: () => number },
  area = 'files',
): FileStorage {
  const { DATA_DIR, STORAGE_URL } = config;
  if (!STORAGE_URL) return folderStorage(DATA_DIR, area, now);
  return bucketStorage(new Bucket(STORAGE_URL), { area, temp: join(DATA_DIR, 'temp'), now });
}

export function storageMark({ DATA_DIR, STORAGE_URL }: StorageSettings): StorageMark {
  return STORAGE_URL ? bucketMark(new Bucket(STORAGE_URL)) : folderMark(DATA_DIR);
}
