import { SHARE_ENV, Worker } from 'node:worker_threads';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import type { StorageSettings } from '#server/platform/storage/storage.ts';
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

/** Time that a thread waits for another report, in ms: then its memory is given back. */
const LONGEST_REST = 30_000;
/** Rows after which a thread ends with its report: what so many leave behind is not held on to. */
const MOST_ROWS = 100_000;

/** Threads at rest. A report of few rows costs a third of what the start of a thread does. */
const resting = new Map<Worker, NodeJS.Timeout>();

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
    const worker = takeWorker();
    const leave = () => {
      signal?.removeEventListener('abort', abort);
      worker.off('message', answered).off('error', failed).off('exit', exited);
    };
    const abort = () => {
      leave();
      reject(signal?.reason);
      void worker.terminate();
    };
    const answered = (outcome: ReportOutcome | BrokenOff) => {
      leave();
      // Threads hand on no classes.
      if (outcome.outcome === 'brokenOff')
        reject(new BackendError(outcome.breach, outcome.message));
      else if (outcome.outcome === 'unavailable') reject(new StoreUnavailable(outcome.message));
      else resolve(outcome);
      if (outcome.outcome === 'delivered' && outcome.rows > MOST_ROWS) void worker.terminate();
      else rest(worker);
    };
    const failed = (error: unknown) => {
      leave();
      reject(error);
    };
    const exited = (code: number) =>
      failed(new Error(`The report's worker ended with ${code} and no outcome`));
    signal?.addEventListener('abort', abort, { once: true });
    worker.once('message', answered).once('error', failed).once('exit', exited);
    worker.postMessage(job);
  });
}

function takeWorker(): Worker {
  const [rested] = resting.keys();
  if (rested) {
    wake(rested);
    return rested;
  }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: LIMITS,
    // The keys of the bucket are there, and may change while a thread rests. A thread is no boundary:
    // it can read the memory of the process.
    env: SHARE_ENV,
  });
  // One that breaks at rest is missed by nobody.
  return worker.on('error', () => wake(worker)).on('exit', () => wake(worker));
}

/** Keeps a thread for the next report; the process does not wait for it. */
function rest(worker: Worker): void {
  worker.unref();
  const ending = setTimeout(() => end(worker), LONGEST_REST).unref();
  resting.set(worker, ending);
}

function end(worker: Worker): void {
  resting.delete(worker);
  void worker.terminate();
}

function wake(worker: Worker): void {
  clearTimeout(resting.get(worker));
  resting.delete(worker);
  worker.ref();
}
