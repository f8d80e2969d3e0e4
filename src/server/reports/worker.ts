import { parentPort } from 'node:worker_threads';
import { sql } from 'kysely';
import { lowerPriority } from '#lib/threads/lower-priority.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { ScratchFile } from '#server/platform/storage/scratch-file.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';
import { backendSource } from '#server/vehicles/backend-source.ts';
import { readOnce } from '#server/vehicles/read-once.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import type { VehicleSource } from '#server/vehicles/vehicle-source.ts';
import { writeReport } from './generate.ts';
import { readTogether } from './read-together.ts';
import type { BrokenOff, ReportOutcome } from './report-request.ts';
import type { ReportJob } from './run-in-worker.ts';
import { offerSignalsOf } from './signals-file.ts';

// The entry of the worker thread: one report after the other, each with its outcome as the only
// message. What nobody foresaw ends the thread.
lowerPriority();
parentPort?.on('message', async ({ request, target, location }: ReportJob) => {
  const takeOut = offerSignalsOf(location.signalsFile);
  const outcome = await withSource({ request, target, location }, (source) =>
    writeReport(source, request, target),
  ).catch(brokenOff);
  takeOut();
  parentPort?.postMessage(outcome);
});

function brokenOff(error: unknown): BrokenOff {
  if (error instanceof StoreUnavailable) return { outcome: 'unavailable', message: error.message };
  if (!(error instanceof BackendError)) throw error;
  return { outcome: 'brokenOff', breach: error.breach, message: error.message };
}

async function withSource(
  { request, target, location: { storage, databaseUrl, backend } }: ReportJob,
  work: (source: VehicleSource) => Promise<ReportOutcome>,
): Promise<ReportOutcome> {
  if (backend) {
    const scratch = await ScratchFile.open(`${target.path}.rows`);
    try {
      return await work(readOnce(backendSource(backend), readTogether(request), scratch));
    } finally {
      await scratch.close();
    }
  }
  const store = openStore({ dataDir: storage.DATA_DIR, databaseUrl });
  try {
    // The embedded database has one connection that writes: this holds for all that follows.
    if (store.kind === 'embedded') await sql`pragma query_only = on`.execute(store.db);
    return await work(storeSource(store.db, storageOf({ config: storage }, 'series')));
  } finally {
    await store.close();
  }
}
