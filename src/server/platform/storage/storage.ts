import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { Bucket, type BucketSettings } from './bucket.ts';
import { bucketStorage } from './bucket-storage.ts';
import type { FileStorage, StorageMark } from './file-storage.ts';
import { folderStorage } from './folder-storage.ts';
import { BucketMark, FolderMark } from './storage-marks.ts';

export type StorageSettings = Pick<Config, 'DATA_DIR'> & {
  STORAGE_URL?: string | undefined;
} & BucketSettings;

export function storageOf(
  { config, now = Date.now }: { config: StorageSettings; now?: () => number },
  area = 'files',
): FileStorage {
  const { DATA_DIR, STORAGE_URL } = config;
  if (!STORAGE_URL) return folderStorage(DATA_DIR, area, now);
  const temp = join(DATA_DIR, 'temp');
  return bucketStorage(new Bucket(STORAGE_URL, bucketSettings(config)), { area, temp, now });
}

export function storageMark(config: StorageSettings): StorageMark {
  const { DATA_DIR, STORAGE_URL } = config;
  return STORAGE_URL
    ? new BucketMark(new Bucket(STORAGE_URL, bucketSettings(config)))
    : new FolderMark(DATA_DIR);
}

export function storageSettingsOf(config: StorageSettings): StorageSettings {
  const { DATA_DIR, STORAGE_URL } = config;
  return { DATA_DIR, STORAGE_URL, ...bucketSettings(config) };
}

function bucketSettings(config: StorageSettings): BucketSettings {
  const { S3_ENDPOINT, S3_REGION, S3_PATH_STYLE, S3_ENCRYPTION, S3_SILENCE_SECONDS } = config;
  return { S3_ENDPOINT, S3_REGION, S3_PATH_STYLE, S3_ENCRYPTION, S3_SILENCE_SECONDS };
}
