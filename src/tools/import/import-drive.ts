import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { findRow, insertRows } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { persistOutcome } from '#server/platform/jobs/lease.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { updateLatest } from '#server/vehicles/live-samples.ts';
import type { SeriesRows } from '#server/vehicles/series-format.ts';
import { publishObjects, seriesVersion } from '#server/vehicles/series-object.ts';
import { SeriesWriter, type WrittenObject } from '#server/vehicles/series-writer.ts';
import { saveNotes } from '#server/vehicles/signal-notes.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import type { SignalNote } from '#server/vehicles/vehicle-source.ts';
import type { ColumnMeanings } from './file-columns.ts';
import { ImportError } from './import-error.ts';
import { Overlap, rangeOf, rowsOf, seriesRow } from './overlap.ts';
import { readFile } from './read-file.ts';
import type { RowReader } from './row-reader.ts';
import { type ImportVehicle, saveVehicle } from './save-vehicle.ts';
import { fileHash, removeImport, type StoredImport } from './undo-import.ts';

export interface Imported {
  rows: number;
  /** Times of the first and last row, ms since the epoch; null if the file was imported before. */
  span: { first: number; last: number } | null;
  signals: string[];
  changes: string;
}

interface ImportFile {
  name: string;
  sha256: string;
  vehicleId: string;
  vehicle: ImportVehicle;
  origin: ColumnMeanings['origin'];
  replaced: StoredImport | undefined;
}

/**
 * Imports a file completely or not at all. Writes the rows as objects without locks, then publishes
 * them in a short transaction. If the file was already imported for the vehicle, updates only links
 * and name.
 * @param replaced import of the vehicle that is undone in the same transaction
 * @throws {ImportError} if the file cannot be read, different values are already stored for the same
 *   times, or the file was imported before and `replaced` is given
 */
export async function importDrive(
  services: Services,
  path: string,
  meanings: ColumnMeanings,
  vehicle: ImportVehicle,
  replaced?: StoredImport,
): Promise<Imported> {
  const sha256 = await fileHash(path);
  const known = await findRow(services.store.db, 'vehicle', { vin: vehicle.vin });
  const vehicleId = known?.id ?? randomUUID();
  const { origin } = meanings;
  const file = { name: basename(path), sha256, vehicleId, vehicle, origin, replaced };
  return readFile(path, meanings, (reader, rows) => importRows(services, file, reader, rows));
}

async function importRows(
  services: Services,
  file: ImportFile,
  reader: RowReader,
  batches: AsyncIterable<SeriesRows>,
): Promise<Imported> {
  const { vehicleId, sha256, replaced } = file;
  const { signals } = reader;
  const { db } = services.store;
  const earlier = await findRow(db, 'import_batch', { vehicle_id: vehicleId, sha256 });
  if (earlier && replaced) throw new ImportError(`${file.name} was imported before; see --undo`);
  if (earlier) {
    await publish(services, file, { objects: [], notes: [] });
    return { rows: earlier.rows, span: null, signals, changes: '' };
  }
  const writers: SeriesWriter[] = [];
  const newWriter = () => {
    const writer = new SeriesWriter(storageOf(services, 'series'), vehicleId, reader.columns);
    writers.push(writer);
    return writer;
  };
  let imported: Imported | undefined;
  try {
    const writer = newWriter();
    for await (const rows of batches) await writer.addAll(rows);
    const written = await writer.finish();
    while (!imported) {
      const version = await seriesVersion(db, vehicleId);
      const { same, sameDays } = await compareStored(services, file, signals, written);
      let objects = written;
      if (same > 0) {
        const writer = newWriter();
        await compareStored(services, file, signals, written, writer);
        objects = await writer.finish();
      }
      const notes = reader.notes.all(sameDays);
      if (!(await publish(services, file, { objects, notes }, version))) continue;
      const changes = `${same > 0 ? `, ${same} values stored before left out` : ''}${reader.changes}`;
      const { from: first, to } = rangeOf(written);
      imported = { rows: rowsIn(objects), span: { first, last: to - 1 }, signals, changes };
      if (same === 0) writers.shift();
      else writers.pop();
    }
    await updateLatest(services, vehicleId, { isAfterRemoval: replaced !== undefined });
    return imported;
  } finally {
    // Erases unpublished objects. If that fails, the clean-up erases them later.
    for (const writer of writers) await writer.discard().catch(() => {});
  }
}

const rowsIn = (objects: readonly WrittenObject[]) =>
  objects.reduce((sum, { rows }) => sum + rows, 0);

/**
 * Publishes the objects of a file in one transaction with its vehicle and links. Returns false,
 * without changes, if the vehicle's objects are no longer those of `version`.
 */
async function publish(
  services: Services,
  { name, sha256, vehicleId, vehicle, origin, replaced }: ImportFile,
  { objects, notes }: { objects: readonly WrittenObject[]; notes: readonly SignalNote[] },
  version?: string,
): Promise<boolean> {
  const { store, now } = services;
  let isPublished = false;
  await persistOutcome(() =>
    store.transact(async (trx) => {
      const id = await saveVehicle({ services, trx }, vehicleId, vehicle);
      if (id !== vehicleId)
        throw new ImportError(
          `another process imported data of ${vehicle.vin} at the same time; try again`,
        );
      isPublished = version === undefined || (await seriesVersion(trx, id)) === version;
      if (!isPublished) return;
      if (replaced) await removeImport(trx, replaced);
      if (version !== undefined) {
        const batch = {
          vehicle_id: id,
          sha256,
          rows: rowsIn(objects),
          imported_at: now(),
          source: name,
          sampling_ms: origin?.sampling ?? null,
          time_zone: origin?.timeZone ?? null,
          device: origin?.device ?? null,
        };
        await insertRows(trx, 'import_batch', batch);
        await saveNotes(trx, id, sha256, notes);
        await publishObjects(trx, { vehicleId: id, importSha256: sha256 }, objects);
      }
    }),
  );
  return isPublished;
}

/**
 * Compares written objects with the stored data of the vehicle, and returns the values that are
 * stored already.
 * @throws {ImportError} if other values are stored
 */
async function compareStored(
  services: Services,
  { name, vehicleId, replaced }: ImportFile,
  signals: readonly string[],
  objects: readonly WrittenObject[],
  writer?: SeriesWriter,
): Promise<Overlap> {
  const storage = storageOf(services, 'series');
  const overlap = new Overlap();
  const stored = storeSource(services.store.db, storage, replaced?.sha256);
  const rows = overlap.remove(
    stored.stream(vehicleId, signals, rangeOf(objects)),
    rowsOf(storage, objects, signals),
    signals.length,
  );
  for await (const row of rows)
    if (writer) await writer.add(seriesRow(row));
    else if (overlap.isOver) break;
  const { different, firstDifferent } = overlap;
  if (firstDifferent === null) return overlap;
  const at = new Date(firstDifferent).toISOString();
  throw new ImportError(
    `${name}: the vehicle already has values of the same signals, of which ${different} differ, starting at ${at} (see --undo, --replace)`,
  );
}
