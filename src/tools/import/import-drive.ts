import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Services } from '#server/platform/database/services.ts';
import { persistOutcome } from '#server/platform/jobs/lease.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { updateLatest } from '#server/vehicles/latest-values.ts';
import { mergeInTime } from '#server/vehicles/merge-in-time.ts';
import { lastNumber, publishObjects } from '#server/vehicles/series-catalogue.ts';
import { timedRowsOf } from '#server/vehicles/series-object.ts';
import { SeriesWriter, type WrittenObject } from '#server/vehicles/series-writer.ts';
import { saveNotes } from '#server/vehicles/signal-notes.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import type { Measurement, SignalNote } from '#server/vehicles/vehicle-source.ts';
import { ImportError } from './import-error.ts';
import { readFile } from './read-file.ts';
import type { ColumnMeanings, ImportRow } from './row-reader.ts';
import { type ImportVehicle, saveVehicle } from './save-vehicle.ts';
import { fileHash, removeImport, type StoredImport } from './undo-import.ts';

export interface Imported {
  rows: number;
  /** ms since the epoch; null if the file was imported before. */
  span: { first: number; last: number } | null;
  signals: string[];
  changes: string;
}

interface ImportFile {
  name: string;
  sha256: string;
  vehicleId: string;
  vehicle: ImportVehicle;
  sampling: number | undefined;
  replaced: StoredImport | undefined;
}

/**
 * Imports a file completely or not at all. Writes the rows as objects, then publishes them in a
 * short transaction; nothing else is locked. If the vehicle already has the file, only links and
 * name are updated.
 * @param replaced import of the vehicle that is undone in the same transaction
 * @throws {ImportError} if the file cannot be read, or repeats stored data
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
    return { rows: earlier.rows, span: null, signals, changes: '' };
  }
  const writer = new SeriesWriter(storageOf(services, 'series'), vehicleId, reader.columns);
  let imported: Imported;
  try {
    const { count, span } = await writeRows(writer, rows);
    const objects = await writer.finish();
    for (let isPublished = false; !isPublished; ) {
      const last = await lastNumber(services.store.db, vehicleId);
      await rejectOverlap(services, file, signals, objects);
      isPublished = await publish(services, file, { objects, notes: reader.notes.all() }, last);
    }
    imported = { rows: count, span, signals, changes: reader.changes };
  } catch (error) {
    await writer.discard();
    throw error;
  }
  await updateLatest(services, vehicleId, { isAfterRemoval: replaced !== undefined });
  return imported;
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
 * Publishes the objects of a file in one transaction with its vehicle and links. Returns false,
 * without changes, if objects after `last` were published meanwhile.
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
        throw new ImportError(
          `another process imported data of ${vehicle.vin} at the same time; try again`,
        );
      isPublished = last === undefined || (await lastNumber(trx, id)) === last;
      if (!isPublished) return;
      if (replaced) await removeImport(trx, replaced);
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

async function rejectOverlap(
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
    `${name}: the vehicle already has values of the same signals, starting at ${at} (see --undo, --replace)`,
  );
}

type Batches = AsyncIterable<readonly Measurement[]>;

/**
 * Returns the first instant (ms since the epoch) at which both series have a value of the same
 * signal, or null. Both series must be chronological and have the same order of signals.
 */
export async function sharedInstant(one: Batches, other: Batches): Promise<number | null> {
  const [left, right] = [instantsOf(one), instantsOf(other)];
  try {
    let [a, b] = [await left.next(), await right.next()];
    while (!a.done && !b.done) {
      const order = a.value.at - b.value.at;
      const { present } = b.value;
      if (order === 0 && a.value.present.some((isThere, index) => isThere && present[index]))
        return a.value.at;
      if (order <= 0) a = await left.next();
      if (order >= 0) b = await right.next();
    }
    return null;
  } finally {
    await left.return(undefined);
    await right.return(undefined);
  }
}

interface Instant {
  at: number;
  present: boolean[];
}

async function* instantsOf(batches: Batches): AsyncGenerator<Instant> {
  let last: Instant | undefined;
  for await (const batch of batches)
    for (const { at, values } of batch) {
      const present = values.map((value) => value !== null);
      if (last?.at === at) {
        last.present = last.present.map((isThere, index) => isThere || present[index] === true);
        continue;
      }
      if (last) yield last;
      last = { at, present };
    }
  if (last) yield last;
}
