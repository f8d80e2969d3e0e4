import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { deleteRows, findRow } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { objectPrefix } from './series-format.ts';

export interface Erased {
  rows: number;
  objects: number;
}

/**
 * Erases a vehicle with its data and links; returns null for an unknown VIN. Can be repeated after
 * an interruption, because the vehicle's row is deleted last.
 */
export async function eraseVehicle(
  services: Services,
  vin: string,
  by: { id: string; email: string },
): Promise<Erased | null> {
  const { store } = services;
  const vehicle = await findRow(store.db, 'vehicle', { vin });
  if (!vehicle) return null;
  const { id } = vehicle;
  const rows = await rowsOfObjects(services, id);
  await store.transact(async (trx) => {
    for (const table of ['series_object', 'import_batch', 'signal_note', 'vehicle_link'] as const)
      await trx.deleteFrom(table).where('vehicle_id', '=', id).execute();
  });
  const objects = await storageOf(services, 'series').eraseAll(
    objectPrefix(id),
    'its vehicle was erased',
  );
  await store.transact(async (trx) => {
    // Deletes the feed first, which waits for transactions that store samples.
    for (const table of ['live_feed', 'sample', 'latest_sample'] as const)
      await trx.deleteFrom(table).where('vehicle_id', '=', id).execute();
    await deleteRows(trx, 'vehicle', { id });
    await appendAuditEvent(services, trx, { by, action: 'vehicle.erase', detail: id });
  });
  await store.scrub();
  return { rows, objects };
}

async function rowsOfObjects({ store }: Services, id: string): Promise<number> {
  const { rows } = await store.db
    .selectFrom('series_object')
    .select(({ fn }) => fn.sum<number | null>('rows').as('rows'))
    .where('vehicle_id', '=', id)
    .executeTakeFirstOrThrow();
  return rows ?? 0;
}
