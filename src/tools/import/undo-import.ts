import type { Transaction } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { persistOutcome } from '#server/platform/jobs/lease.ts';
import { fileHash } from './file-hash.ts';
import { ImportError } from './import-error.ts';

/** A file as it was imported for a vehicle. */
export interface StoredImport {
  vehicleId: string;
  sha256: string;
  rows: number;
}

/**
 * Takes an import back in one transaction: its rows are served no more, and their objects are removed
 * as those are that no import names. Answers the rows.
 * @throws {ImportError} when the vehicle has nothing of this file that can be told from the rest
 */
export async function undoImport(services: Services, path: string, vin: string): Promise<number> {
  const stored = await storedImport(services, path, vin);
  await persistOutcome(() => services.store.transact((trx) => takeBack(trx, stored)));
  return stored.rows;
}

/**
 * The import of a file for a vehicle.
 * @throws {ImportError} as {@link undoImport}
 */
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
  if (!batch) throw new ImportError(`${path} is not among the imports of ${vin}`);
  return { ...batch, sha256 };
}

/** Removes an import from the catalogue. */
export async function takeBack(
  trx: Transaction<Schema>,
  { vehicleId, sha256 }: StoredImport,
): Promise<void> {
  for (const table of ['series_object', 'signal_note'] as const)
    await trx
      .deleteFrom(table)
      .where('vehicle_id', '=', vehicleId)
      .where('import_sha256', '=', sha256)
      .execute();
  await trx
    .deleteFrom('import_batch')
    .where('vehicle_id', '=', vehicleId)
    .where('sha256', '=', sha256)
    .execute();
}
