import { randomBytes, randomInt } from 'node:crypto';
import { SHARE_ENV } from 'node:worker_threads';
import { manifestKey } from '#server/platform/audit/manifest-key.ts';
import type { Services } from '#server/platform/database/services.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { Threads } from '#server/platform/jobs/threads.ts';
import { type StorageSettings, storageOf } from '#server/platform/storage/storage.ts';
import { type BackendLocation, backendLocation } from '#server/vehicles/backend-access.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';
import type { GenerationFailure, ReportOutcome, ReportRequest } from './report-request.ts';
import type { ReportTarget } from './write-package.ts';

/** Source of vehicle data: the car maker's back end if configured, otherwise the database. */
interface DataLocation {
  storage: StorageSettings;
  databaseUrl?: string | undefined;
  backend?: BackendLocation | undefined;
  signalsFile?: string | undefined;
}

export interface ReportJob {
  request: ReportRequest;
  target: ReportTarget;
  location: DataLocation;
}

/**
 * A small young generation, because a report allocates short-lived objects: 1.5 times less memory
 * at the same speed. The old generation is larger than a report needs, and limits a memory leak.
 */
const LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 };

/**
 * Maximum rows of a report whose thread is reused: threads do not release the memory of larger
 * ones.
 */
const MAX_ROWS_OF_REUSED = 100_000;

const threads = new Threads<ReportJob, ReportOutcome | GenerationFailure>(
  new URL('./worker.ts', import.meta.url),
  // Shares variables, because the bucket's keys may change. A thread is no security boundary.
  { resourceLimits: LIMITS, env: SHARE_ENV },
  (result) => result.outcome !== 'delivered' || result.rows <= MAX_ROWS_OF_REUSED,
);

/**
 * Generates a report in a worker thread.
 * @param signal terminates the thread and rejects with the signal's reason
 * @throws {BackendError} for an invalid response of the vehicle back end
 * @throws {StoreUnavailable} when the database or the storage is unavailable
 * @throws any other error, after which the report can be retried
 */
export async function generateReport(job: ReportJob, signal?: AbortSignal): Promise<ReportOutcome> {
  const result = await threads.run(job, signal);
  // Messages between threads do not preserve error classes.
  if (result.outcome === 'backendFailed')
    throw new BackendError(result.breach, result.message, result);
  if (result.outcome === 'unavailable') throw new StoreUnavailable(result.message);
  return result;
}

export type GeneratedFiles = Awaited<ReturnType<typeof newReportFiles>>;

/**
 * Prepares the files of a report under unique names, so that a worker that lost its lease cannot
 * overwrite the files of another worker.
 */
export async function newReportFiles(services: Services, number: string) {
  const { config } = services;
  const storage = storageOf(services, 'reports');
  const name = `${number}-${randomBytes(8).toString('hex')}`;
  const [fileName, packageName] = [`${name}.xlsx`, `${name}.zip`];
  const workbook = await storage.draft(fileName);
  const zip = await storage.draft(packageName);
  const { DATA_DIR, STORAGE_URL, DATABASE_URL, SIGNALS_FILE } = config;
  const location = {
    storage: { DATA_DIR, STORAGE_URL },
    databaseUrl: DATABASE_URL,
    backend: backendLocation(config),
    signalsFile: SIGNALS_FILE,
  };
  const key = manifestKey(config);
  return {
    fileName,
    packageName,
    generate: (request: ReportRequest, password: string, ending: AbortSignal) =>
      generateReport(
        {
          request,
          target: { path: workbook.path, packagePath: zip.path, password, key },
          location,
        },
        ending,
      ),
    async persist({ outcome }: ReportOutcome) {
      for (const file of outcome === 'empty' ? [zip] : [workbook, zip]) await file.persist();
    },
    async discard() {
      for (const file of [workbook, zip]) await file.discard();
    },
  };
}

/** Letters and digits that cannot be confused: without 0 O, 1 I L, U V. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 7;

export function newReportPassword(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
