import { Worker } from 'node:worker_threads';
import type { StorageSettings } from '#server/platform/storage/storage.ts';
import { StoreUnavailable } from '#server/platform/store/store-error.ts';
import type { BackendLocation } from '#server/vehicles/backend-access.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';
import type { ReportTarget } from './generate.ts';
import type { BrokenOff, ReportOutcome, ReportRequest } from './report-request.ts';

/** Location of the vehicles' data: the car maker's back end, else a database. */
export interface DataLocation {
  storage: StorageSettings;
  databaseUrl?: string | undefined;
  backend?: BackendLocation | undefined;
  /** The maker's own signals. */
  signalsFile?: string | undefined;
}

export interface ReportJob {
  request: ReportRequest;
  target: ReportTarget;
  location: DataLocation;
}

/**
 * A small nursery, because nothing of a report lives long: 1.5 times less memory at the same speed.
 * The rest is far more than a report needs and protects the calls from one that goes wrong.
 */
const LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 };

/**
 * Generates a report on a thread of its own, so that calls stay fast meanwhile.
 * @param signal ends the generation early; the promise is then rejected with the signal's reason
 * @throws {BackendError} when the vehicles' back end broke what was agreed
 * @throws {StoreUnavailable} when the database or the storage was away, else what went wrong; the
 * report can be tried again
 */
export function generateReport(job: ReportJob, signal?: AbortSignal): Promise<ReportOutcome> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: LIMITS,
    });
    const abort = () => {
      reject(signal?.reason);
      void worker.terminate();
    };
    signal?.addEventListener('abort', abort, { once: true });
    worker.once('message', (outcome: ReportOutcome | BrokenOff) => {
      // Threads hand on no classes.
      if (outcome.outcome === 'brokenOff')
        reject(new BackendError(outcome.breach, outcome.message));
      else if (outcome.outcome === 'unavailable') reject(new StoreUnavailable(outcome.message));
      else resolve(outcome);
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal?.removeEventListener('abort', abort);
      reject(new Error(`The report's worker ended with ${code} and no outcome`));
    });
  });
}
