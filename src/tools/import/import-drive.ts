import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Transaction } from 'kysely';
import type { Schema } from '#server/platform/store/schema.ts';
import { sealContents } from '#server/platform/store/sealed-table.ts';
import type { ChainServices } from '#server/platform/store/seals.ts';
import { sealedLinks } from '#server/vehicles/sealed-links.ts';
import { signalColumn } from '#server/vehicles/vehicle-tables.ts';
import { ImportError } from './import-error.ts';
import { readCsv } from './read-csv.ts';
import type { ColumnMeanings, ImportRow } from './row-reader.ts';

/** The vehicle a file belongs to; it is created when its VIN is new. */
export interface ImportVehicle {
  vin: string;
  name: string | undefined;
  /** Addresses of the accounts the vehicle is linked to. */
  accounts: readonly string[];
  link: ImportLink;
  /** Signals that do not change, by VSS name. */
  attributes: Readonly<Record<string, string | number | boolean>>;
}

/** Times of the links, ms since the epoch, and the user they hang on; undefined changes nothing. */
export interface ImportLink {
  from: number | undefined;
  /** Exclusive. */
  until: number | undefined;
  /** Address of the user that third parties act for. */
  onBehalfOf: string | undefined;
}

export interface Imported {
  rows: number;
  /** ms since the epoch; null when the file had been imported before. */
  span: { first: number; last: number } | null;
  signals: string[];
  /** Rows that took the date of the row before. */
  replacedDates: number;
}

/** Both databases take some 30,000 values in one statement. */
const MAX_VALUES = 30_000;
const MAX_ROWS = 500;

/**
 * Imports one file in one transaction: all of it, or nothing. A file that this vehicle has already
 * is left alone; its links and name are brought up to date all the same.
 * @throws {ImportError} when the file cannot be read, or repeats what is stored already
 */
export async function importDrive(
  services: ChainServices,
  path: string,
  meanings: ColumnMeanings,
  vehicle: ImportVehicle,
): Promise<Imported> {
  const sha256 = await fileHash(path);
  return services.store.transact(async (trx) => {
    const vehicleId = await saveVehicle(trx, vehicle);
    const imported = await importRows(
      trx,
      { path, sha256, vehicleId, at: services.now() },
      meanings,
    );
    // At the end: nobody else seals until the transaction is over.
    if (vehicle.accounts.length > 0) await sealContents(services, trx, [sealedLinks], [vehicleId]);
    return imported;
  });
}

async function importRows(
  trx: Transaction<Schema>,
  file: { path: string; sha256: string; vehicleId: string; at: number },
  meanings: ColumnMeanings,
): Promise<Imported> {
  const { path, sha256, vehicleId, at } = file;
  const { reader, rows } = await readCsv(path, meanings);
  const { signals } = reader;
  const earlier = await trx
    .selectFrom('import_batch')
    .select('rows')
    .where('vehicle_id', '=', vehicleId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (earlier) {
    await rows.return(undefined);
    return { rows: earlier.rows, span: null, signals, replacedDates: 0 };
  }
  const firstSeq = await nextSeq(trx, vehicleId);
  const { count, span } = await insertRows(trx, vehicleId, firstSeq, signals, rows);
  await refuseOverlap(trx, vehicleId, firstSeq, signals, span, basename(path));
  await trx
    .insertInto('import_batch')
    .values({ vehicle_id: vehicleId, sha256, rows: count, imported_at: at })
    .execute();
  return { rows: count, span, signals, replacedDates: reader.replacedDates };
}

async function saveVehicle(trx: Transaction<Schema>, vehicle: ImportVehicle): Promise<string> {
  const { vin, name, accounts, attributes, link } = vehicle;
  const found = await trx
    .selectFrom('vehicle')
    .select(['id', 'name', 'attributes_json'])
    .where('vin', '=', vin)
    .executeTakeFirst();
  const id = found?.id ?? randomUUID();
  const known = found ? JSON.parse(found.attributes_json) : {};
  const changed = {
    name: name ?? found?.name ?? vin,
    attributes_json: JSON.stringify({ ...known, ...attributes }),
  };
  if (found) await trx.updateTable('vehicle').set(changed).where('id', '=', id).execute();
  else
    await trx
      .insertInto('vehicle')
      .values({ id, vin, ...changed })
      .execute();
  for (const account of accounts) await saveLink(trx, id, account.toLowerCase(), link);
  return id;
}

/** Begins a link, or ends the one that lasts. Without a time a link that is there stays as it is. */
async function saveLink(
  trx: Transaction<Schema>,
  vehicle_id: string,
  email: string,
  { from, until, onBehalfOf }: ImportLink,
): Promise<void> {
  const links = trx
    .selectFrom('vehicle_link')
    .select(['linked_from', 'linked_until'])
    .where('vehicle_id', '=', vehicle_id)
    .where('email', '=', email);
  const last = await links.orderBy('linked_from', 'desc').limit(1).executeTakeFirst();
  const isSame = last && (from === undefined || from === last.linked_from);
  const linked_from = isSame ? last.linked_from : (from ?? 0);
  const linked_until = until ?? (isSame ? last.linked_until : null);
  if (linked_until !== null && linked_until <= linked_from)
    throw new ImportError('--linked-until is not after the beginning of the link');
  const on_behalf_of = onBehalfOf?.toLowerCase();
  if (isSame)
    await trx
      .updateTable('vehicle_link')
      .set({ linked_until, ...(on_behalf_of && { on_behalf_of }) })
      .where('vehicle_id', '=', vehicle_id)
      .where('email', '=', email)
      .where('linked_from', '=', linked_from)
      .execute();
  else
    await trx
      .insertInto('vehicle_link')
      .values({ vehicle_id, email, linked_from, linked_until, on_behalf_of: on_behalf_of ?? null })
      .execute();
}

/** Rows of one instant keep the file's order, also behind those of earlier files. */
async function nextSeq(trx: Transaction<Schema>, vehicleId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('telemetry')
    .select(({ fn }) => fn.max('seq').as('last'))
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Number(last) + 1;
}

async function insertRows(
  trx: Transaction<Schema>,
  vehicleId: string,
  firstSeq: number,
  signals: readonly string[],
  rows: AsyncIterable<ImportRow>,
) {
  const columns = signals.map(signalColumn);
  const size = Math.min(MAX_ROWS, Math.floor(MAX_VALUES / (columns.length + 3)));
  const span = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  let count = 0;
  let batch: Schema['telemetry'][] = [];
  const flush = async () => {
    if (batch.length > 0) await trx.insertInto('telemetry').values(batch).execute();
    batch = [];
  };
  for await (const { at, values } of rows) {
    span.first = Math.min(span.first, at);
    span.last = Math.max(span.last, at);
    const row: Schema['telemetry'] = { vehicle_id: vehicleId, at, seq: firstSeq + count++ };
    for (const [index, column] of columns.entries()) row[column] = values[index] ?? null;
    batch.push(row);
    if (batch.length >= size) await flush();
  }
  await flush();
  return { count, span };
}

async function refuseOverlap(
  trx: Transaction<Schema>,
  vehicleId: string,
  firstSeq: number,
  signals: readonly string[],
  span: { first: number; last: number },
  name: string,
): Promise<void> {
  const stored = await trx
    .selectFrom('telemetry')
    .select('at')
    .where('vehicle_id', '=', vehicleId)
    .where('at', '>=', span.first)
    .where('at', '<=', span.last)
    .where('seq', '<', firstSeq)
    .where((is) => is.or(signals.map((signal) => is(signalColumn(signal), 'is not', null))))
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  if (!stored) return;
  const at = new Date(stored.at).toISOString();
  throw new ImportError(
    `${name}: the vehicle has values of the same signals in this time already, from ${at}`,
  );
}

async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
  } catch (error) {
    throw new ImportError(`${path} cannot be read: ${(error as Error).message}`);
  }
  return hash.digest('hex');
}
