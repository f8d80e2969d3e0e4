import { join } from 'node:path';
import { storageOf } from '#server/platform/storage/storage.ts';
import type { Services } from '#server/platform/store/services.ts';

/** Vehicles' series in a folder of data. */
export const seriesIn = (dataDir: string) => storageOf({ config: { DATA_DIR: dataDir } }, 'series');

/** Folder of a portal's reports. */
export const reportFolder = ({ config }: Services) => join(config.DATA_DIR, 'reports');

/** Path of a report's file. */
export const reportPath = (services: Services, name: string) => join(reportFolder(services), name);
