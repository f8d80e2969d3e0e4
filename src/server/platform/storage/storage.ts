import { join } from 'node:path';
import type { Config } from '#server/platform/store/config.ts';
import { Bucket, type BucketSettings } from './bucket.ts';
import { BucketMark } from './bucket-mark.ts';
import { bucketStorage } from './bucket-storage.ts';
import type { FileStorage, StorageMark } from './file-storage.ts';
import { FolderMark } from './folder-mark.ts';
import { folderStorage } from './folder-storage.ts';

/** Settings that say where the storage is. */
export type StorageSettings = Pick<Config, 'DATA_DIR'> & {
  STORAGE_URL?: string | undefined;
} & BucketSettings;

/** An area of the installation's storage: of its bucket, where one is set, else of its folder. */
export function storageOf(
  { config, now = Date.now }: { config: StorageSettings; now?: () => number },
  area = 'files',
): FileStorage {
  const { DATA_DIR, STORAGE_URL } = config;
  if (!STORAGE_URL) return folderStorage(DATA_DIR, area, now);
  const temp = join(DATA_DIR, 'temp');
  return bucketStorage(new Bucket(STORAGE_URL, bucketSettings(config)), { area, temp, now });
}

/** The mark that says whose the storage is. */
export function storageMark(config: StorageSettings): StorageMark {
  const { DATA_DIR, STORAGE_URL } = config;
  return STORAGE_URL
    ? new BucketMark(new Bucket(STORAGE_URL, bucketSettings(config)))
    : new FolderMark(DATA_DIR);
}

/** What of the settings says where the storage is, for a thread that needs no more. */
export function storageSettingsOf(config: StorageSettings): StorageSettings {
  const { DATA_DIR, STORAGE_URL } = config;
  return { DATA_DIR, STORAGE_URL, ...bucketSettings(config) };
}

function bucketSettings(config: StorageSettings): BucketSettings {
  const { S3_ENDPOINT, S3_REGION, S3_PATH_STYLE, S3_ENCRYPTION, S3_KMS_KEY, S3_SILENCE_SECONDS } =
    config;
  const sealed = { S3_ENCRYPTION, S3_KMS_KEY };
  return { S3_ENDPOINT, S3_REGION, S3_PATH_STYLE, ...sealed, S3_SILENCE_SECONDS };
}
