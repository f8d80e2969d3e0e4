import { persistently } from '#server/platform/jobs/persistently.ts';
import type { Services } from '#server/platform/store/services.ts';
import { fileHash } from './file-hash.ts';
import { ImportError } from './import-error.ts';

/**
 * Takes an import back in one transaction: its rows are served no more, and their objects are removed
 * as those are that no import names. Answers the rows.
 * @throws {ImportError} when the vehicle has nothing of this file
 */
export async function undoImport({ store }: Services, path: string, vin: string): Promise<number> {
  const sha256 = await fileHash(path);
  const batch = await store.db
    .selectFrom('import_batch')
    .innerJoin('vehicle', 'vehicle.id', 'import_batch.vehicle_id')
    .select(['vehicle.id', 'rows'])
    .where('vin', '=', vin)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (!batch) throw new ImportError(`${path} is not among the imports of ${vin}`);
  const { id, rows } = batch;
  await persistently(() =>
    store.transact(async (trx) => {
      for (const table of ['series_object', 'signal_note'] as const)
        await trx
          .deleteFrom(table)
          .where('vehicle_id', '=', id)
          .where('import_sha256', '=', sha256)
          .execute();
      await trx
        .deleteFrom('import_batch')
        .where('vehicle_id', '=', id)
        .where('sha256', '=', sha256)
        .execute();
    }),
  );
  return rows;
}
