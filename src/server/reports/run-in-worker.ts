import { SHARE_ENV, type Worker } from 'node:worker_threads';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { startThread } from '#server/platform/http/log.ts';
import type { StorageSettings } from '#server/platform/storage/storage.ts';
import type { BackendLocation } from '#server/vehicles/backend-access.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';
import type { GenerationFailure, ReportOutcome, ReportRequest } from './report-request.ts';
import type { ReportTarget } from './write-package.ts';

/** Source of vehicle data: the car maker's back end if configured, otherwise the database. */
export interface DataLocation {
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

const IDLE_TIMEOUT_MS = 30_000;
/**
 * Maximum rows of a report whose thread is reused: threads do not release the memory of larger
 * ones.
 */
const MAX_ROWS_OF_REUSED = 100_000;

/** Idle threads for reuse: starting a thread takes three times as long as a small report. */
const idleWorkers = new Map<Worker, NodeJS.Timeout>();

/**
 * Generates a report in a worker thread, so that the event loop is not blocked.
 * @param signal terminates the thread and rejects with the signal's reason
 * @throws {BackendError} for an invalid response of the vehicle back end
 * @throws {StoreUnavailable} when the database or the storage is unavailable
 * @throws any other error, after which the report can be retried
 */
export function generateReport(job: ReportJob, signal?: AbortSignal): Promise<ReportOutcome> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = takeWorker();
    const leave = () => {
      signal?.removeEventListener('abort', abort);
      worker.off('message', settle).off('error', failed).off('exit', exited);
    };
    const abort = () => {
      leave();
      reject(signal?.reason);
      void worker.terminate();
    };
    const settle = (outcome: ReportOutcome | GenerationFailure) => {
      leave();
      // Messages between threads do not preserve error classes.
      if (outcome.outcome === 'backendFailed')
        reject(new BackendError(outcome.breach, outcome.message, outcome));
      else if (outcome.outcome === 'unavailable') reject(new StoreUnavailable(outcome.message));
      else resolve(outcome);
      if (outcome.outcome === 'delivered' && outcome.rows > MAX_ROWS_OF_REUSED)
        void worker.terminate();
      else rest(worker);
    };
    const failed = (error: unknown) => {
      leave();
      reject(error);
    };
    const exited = (code: number) =>
      failed(
        new Error(
          `The worker thread of the report exited with code ${code} before it returned a result`,
        ),
      );
    signal?.addEventListener('abort', abort, { once: true });
    worker.once('message', settle).once('error', failed).once('exit', exited);
    worker.postMessage(job);
  });
}

function takeWorker(): Worker {
  const [rested] = idleWorkers.keys();
  if (rested) {
    wake(rested);
    return rested;
  }
  const worker = startThread(new URL('./worker.ts', import.meta.url), {
    resourceLimits: LIMITS,
    // Shares variables, because the bucket's keys may change. A thread is no security boundary.
    env: SHARE_ENV,
  });
  return worker.on('error', () => wake(worker)).on('exit', () => wake(worker));
}

function rest(worker: Worker): void {
  worker.unref();
  const ending = setTimeout(() => end(worker), IDLE_TIMEOUT_MS).unref();
  idleWorkers.set(worker, ending);
}

function end(worker: Worker): void {
  idleWorkers.delete(worker);
  void worker.terminate();
}

function wake(worker: Worker): void {
  clearTimeout(idleWorkers.get(worker));
  idleWorkers.delete(worker);
  worker.ref();
}
