import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Services } from '#server/platform/database/services.ts';
import { persistOutcome } from '#server/platform/jobs/lease.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { mergeInTime } from '#server/vehicles/merge-in-time.ts';
import { lastNumber, publishObjects } from '#server/vehicles/series-catalogue.ts';
import { timedRowsOf } from '#server/vehicles/series-rows.ts';
import { SeriesWriter, type WrittenObject } from '#server/vehicles/series-writer.ts';
import type { SignalNote } from '#server/vehicles/signal-note.ts';
import { saveNotes } from '#server/vehicles/signal-notes.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import { fileHash } from './file-hash.ts';
import { ImportError } from './import-error.ts';
import { readFile } from './read-file.ts';
import type { ColumnMeanings, ImportRow } from './row-reader.ts';
import { type ImportVehicle, saveVehicle } from './save-vehicle.ts';
import { sharedInstant } from './shared-instant.ts';
import { type StoredImport, takeBack } from './undo-import.ts';

export interface Imported {
  rows: number;
  /** ms since the epoch; null when the file had been imported before. */
  span: { first: number; last: number } | null;
  signals: string[];
  /** Rows that took the date of the row before. */
  replacedDates: number;
  /** Values outside their signal's range that were not imported. */
  dropped: number;
  /** Rows whose time was cut to whole milliseconds. */
  cutTimes: number;
}

/** A file that is being imported. */
interface ImportFile {
  name: string;
  sha256: string;
  vehicleId: string;
  vehicle: ImportVehicle;
  sampling: number | undefined;
  /** The import whose place it takes. */
  replaced: StoredImport | undefined;
}

/**
 * Imports one file: all of it, or nothing. Its rows are written as objects, which one short
 * transaction names; nobody waits for the rest. A file that this vehicle has already is left alone;
 * its links and name are brought up to date all the same.
 * @param replaced import of the vehicle that is taken back in the same transaction
 * @throws {ImportError} when the file cannot be read, or repeats what is stored already
 */
export async function importDrive(
  services: Services,
  path: string,
  meanings: ColumnMeanings,
  vehicle: ImportVehicle,
  replaced?: StoredImport,
): Promise<Imported> {
  const sha256 = await fileHash(path);
  const vehicleId = (await idOf(services, vehicle.vin)) ?? randomUUID();
  const { sampling } = meanings;
  const file = { name: basename(path), sha256, vehicleId, vehicle, sampling, replaced };
  const { reader, rows } = await readFile(path, meanings);
  const { signals } = reader;
  const earlier = await importedBefore(services, file);
  if (earlier && replaced) throw new ImportError(`${file.name} was imported before; see --undo`);
  if (earlier) {
    await rows.return(undefined);
    await publish(services, file, { objects: [], notes: [] });
    return { rows: earlier.rows, span: null, signals, replacedDates: 0, dropped: 0, cutTimes: 0 };
  }
  const writer = new SeriesWriter(storageOf(services, 'series'), vehicleId, reader.columns);
  try {
    const { count, span } = await writeRows(writer, rows);
    const objects = await writer.finish();
    for (let isPublished = false; !isPublished; ) {
      const last = await lastNumber(services.store.db, vehicleId);
      await refuseOverlap(services, file, signals, objects);
      isPublished = await publish(services, file, { objects, notes: reader.notes.all() }, last);
    }
    const dropped = reader.notes.count('outOfRange');
    const { replacedDates, cutTimes } = reader;
    return { rows: count, span, signals, replacedDates, dropped, cutTimes };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

async function idOf({ store }: Services, vin: string): Promise<string | undefined> {
  const query = store.db.selectFrom('vehicle').select('id').where('vin', '=', vin);
  return (await query.executeTakeFirst())?.id;
}

async function importedBefore({ store }: Services, { vehicleId, sha256 }: ImportFile) {
  return store.db
    .selectFrom('import_batch')
    .select('rows')
    .where('vehicle_id', '=', vehicleId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
}

async function writeRows(writer: SeriesWriter, rows: AsyncIterable<ImportRow>) {
  const span = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  let count = 0;
  for await (const row of rows) {
    span.first = Math.min(span.first, row.at);
    span.last = Math.max(span.last, row.at);
    count++;
    await writer.add(row);
  }
  return { count, span };
}

/**
 * Names the objects of a file, in one transaction with its vehicle and links; false when the vehicle
 * has other objects than those up to `last` by now, and nothing was changed.
 */
async function publish(
  services: Services,
  { name, sha256, vehicleId, vehicle, sampling, replaced }: ImportFile,
  { objects, notes }: { objects: readonly WrittenObject[]; notes: readonly SignalNote[] },
  last?: number,
): Promise<boolean> {
  const { store, now } = services;
  let isPublished = false;
  await persistOutcome(() =>
    store.transact(async (trx) => {
      const id = await saveVehicle(trx, vehicleId, vehicle);
      if (id !== vehicleId)
        throw new ImportError(`${vehicle.vin} was imported by another program; try again`);
      isPublished = last === undefined || (await lastNumber(trx, id)) === last;
      if (!isPublished) return;
      if (replaced) await takeBack(trx, replaced);
      if (objects.length > 0) {
        const rows = objects.reduce((sum, object) => sum + object.rows, 0);
        const batch = { vehicle_id: id, sha256, rows, imported_at: now(), source: name };
        await trx
          .insertInto('import_batch')
          .values({ ...batch, sampling_ms: sampling ?? null })
          .execute();
        await saveNotes(trx, id, sha256, notes);
        await publishObjects(trx, { vehicleId: id, importSha256: sha256 }, objects);
      }
    }),
  );
  return isPublished;
}

async function refuseOverlap(
  services: Services,
  { vehicleId, name, replaced }: ImportFile,
  signals: readonly string[],
  objects: readonly WrittenObject[],
): Promise<void> {
  const storage = storageOf(services, 'series');
  const range = {
    from: Math.min(...objects.map(({ first }) => first)),
    to: Math.max(...objects.map(({ last }) => last)) + 1,
  };
  const source = storeSource(services.store.db, storage, replaced?.sha256);
  const numbered = objects.map((object, number) => ({ ...object, number }));
  const own = mergeInTime(timedRowsOf(storage, numbered, signals, range));
  const shared = await sharedInstant(source.stream(vehicleId, signals, range), own);
  if (shared === null) return;
  const at = new Date(shared).toISOString();
  throw new ImportError(
    `${name}: the vehicle has values of the same signals already, from ${at} (see --undo, --replace)`,
  );
}
