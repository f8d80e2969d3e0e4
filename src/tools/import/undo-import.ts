import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Transaction } from 'kysely';
import { deleteRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { persistOutcome } from '#server/platform/jobs/lease.ts';
import { updateLatest } from '#server/vehicles/live-samples.ts';
import { ImportError } from './import-error.ts';

export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
  } catch (error) {
    throw new ImportError(`${path} cannot be read: ${(error as Error).message}`);
  }
  return hash.digest('hex');
}

export interface StoredImport {
  vehicleId: string;
  sha256: string;
  rows: number;
}

/**
 * Undoes an import in one transaction and returns the number of rows removed. Its objects in
 * storage are deleted later by the cleanup of unreferenced objects.
 * @throws {ImportError} if the vehicle has no import of this file
 */
export async function undoImport(services: Services, path: string, vin: string): Promise<number> {
  const stored = await storedImport(services, path, vin);
  await persistOutcome(() => services.store.transact((trx) => removeImport(trx, stored)));
  await updateLatest(services, stored.vehicleId, { isAfterRemoval: true });
  return stored.rows;
}

export async function storedImport(
  { store }: Services,
  path: string,
  vin: string,
): Promise<StoredImport> {
  const sha256 = await fileHash(path);
  const batch = await store.db
    .selectFrom('import_batch')
    .innerJoin('vehicle', 'vehicle.id', 'import_batch.vehicle_id')
    .select(['vehicle.id as vehicleId', 'import_batch.rows'])
    .where('vin', '=', vin)
    .where('import_batch.sha256', '=', sha256)
    .executeTakeFirst();
  if (!batch) throw new ImportError(`${path} was not imported for ${vin}`);
  return { ...batch, sha256 };
}

export async function removeImport(
  trx: Transaction<Schema>,
  { vehicleId, sha256 }: StoredImport,
): Promise<void> {
  const ofImport = { vehicle_id: vehicleId, import_sha256: sha256 };
  await deleteRows(trx, 'series_object', ofImport);
  await deleteRows(trx, 'signal_note', ofImport);
  await deleteRows(trx, 'import_batch', { vehicle_id: vehicleId, sha256 });
}
