import { parentPort } from 'node:worker_threads';
import { sql } from 'kysely';
import { signalsOf } from '#contract/data-catalogue.ts';
import { lowerPriority } from '#lib/threads/lower-priority.ts';
import type { Store } from '#server/platform/database/database.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { ScratchFile } from '#server/platform/storage/scratch-file.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';
import { backendSource } from '#server/vehicles/backend-source.ts';
import { type ReadTogether, readOnce } from '#server/vehicles/read-once.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import type { VehicleSource } from '#server/vehicles/vehicle-source.ts';
import { figureSignals } from './drive-figures.ts';
import { driveSignals } from './drives.ts';
import { writeReport } from './generate.ts';
import { withheldAt } from './masking.ts';
import {
  type GenerationFailure,
  isLeftOut,
  type ReportOutcome,
  type ReportRequest,
} from './report-request.ts';
import type { ReportJob } from './run-in-worker.ts';
import { addSignalsOf } from './signals-file.ts';

// Entry point: generates one report per message. Unexpected errors end the thread.
lowerPriority();
parentPort?.on('message', async ({ request, target, location }: ReportJob) => {
  const removeSignals = addSignalsOf(location.signalsFile);
  const outcome = await withSource({ request, target, location }, (source) =>
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
  const { DATA_DIR: dataDir } = storage;
  const store = databaseUrl ? openStore({ dataDir, databaseUrl }) : await openForReading(dataDir);
  try {
    return await work(storeSource(store.db, storageOf({ config: storage }, 'series')));
  } finally {
    if (databaseUrl) await store.close();
  }
}

/** Stays open between reports: opening it takes a tenth of the time of a small report. */
let embedded: { dataDir: string; store: Store } | null = null;

async function openForReading(dataDir: string): Promise<Store> {
  if (embedded?.dataDir === dataDir) return embedded.store;
  await embedded?.store.close();
  embedded = null;
  const store = openStore({ dataDir });
  // Prevents writes: the embedded database has only one connection that can write.
  await sql`pragma query_only = on`.execute(store.db);
  embedded = { dataDir, store };
  return store;
}

/**
 * Returns the signals that a report reads several times: each data type for the workbook and the
 * formats of the package, and the signals of drives. Omits signals that are not delivered, except
 * those that masking needs.
 */
function readTogether(request: ReportRequest): ReadTogether {
  const withheld = request.masking ? withheldAt(request.masking) : new Set<string>();
  const types = request.dataTypes.map((dataType) =>
    signalsOf(dataType)
      .map(({ name }) => name)
      .filter((name) => !withheld.has(name) && !isLeftOut(request, name)),
  );
  const wanted = new Set<string>(types.flat());
  const figures = Object.values(figureSignals).filter((name) => wanted.has(name));
  const toMask = request.masking ? [driveSignals] : [];
  return { groups: [...types, ...toMask, figures], parts: request.parts };
}
