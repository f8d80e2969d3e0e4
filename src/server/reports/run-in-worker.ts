import { SHARE_ENV } from 'node:worker_threads';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { Threads } from '#server/platform/jobs/threads.ts';
import type { StorageSettings } from '#server/platform/storage/storage.ts';
import type { BackendLocation } from '#server/vehicles/backend-access.ts';
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
