import { parentPort } from 'node:worker_threads';
import { sql } from 'kysely';
import { lowerPriority } from '#lib/threads/lower-priority.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';
import { backendSource } from '#server/vehicles/backend-source.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import type { VehicleSource } from '#server/vehicles/vehicle-source.ts';
import { writeReport } from './generate.ts';
import type { GenerationFailure, ReportOutcome } from './report-request.ts';
import type { DataLocation, ReportJob } from './run-in-worker.ts';
import { addSignalsOf } from './signals-file.ts';

// Entry of the worker thread: generates one report per message and replies with its outcome.
// Unexpected errors terminate the thread.
lowerPriority();
parentPort?.on('message', async ({ request, target, location }: ReportJob) => {
  const removeSignals = addSignalsOf(location.signalsFile);
  const outcome = await withSource(location, (source) =>
    writeReport(source, request, target),
  ).catch(failureOf);
  removeSignals();
  parentPort?.postMessage(outcome);
});

function failureOf(error: unknown): GenerationFailure {
  if (error instanceof StoreUnavailable) return { outcome: 'unavailable', message: error.message };
  if (!(error instanceof BackendError)) throw error;
  const { breach, message, retryAfter } = error;
  return { outcome: 'backendFailed', breach, message, retryAfter };
}

async function withSource(
  { storage, databaseUrl, backend }: DataLocation,
  work: (source: VehicleSource) => Promise<ReportOutcome>,
): Promise<ReportOutcome> {
  if (backend) return work(backendSource(backend));
  const store = openStore({ dataDir: storage.DATA_DIR, databaseUrl });
  try {
    // The embedded database has a single writing connection, so the pragma applies to all later
    // statements.
    if (store.kind === 'embedded') await sql`pragma query_only = on`.execute(store.db);
    return await work(storeSource(store.db, storageOf({ config: storage }, 'series')));
  } finally {
    await store.close();
  }
}
