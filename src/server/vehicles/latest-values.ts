import { deleteRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { saveLatest } from './live-samples.ts';
import { type CataloguedObject, objectsIn } from './series-catalogue.ts';
import { SeriesObject } from './series-object.ts';
import { ARRIVAL, type Value } from './vehicle-source.ts';

export async function fillLatest(services: Services): Promise<void> {
  const vehicles = await services.store.db
    .selectFrom('series_object')
    .select('vehicle_id')
    .distinct()
    .where('vehicle_id', 'not in', (query) =>
      query.selectFrom('latest_sample').select('vehicle_id'),
    )
    .execute();
  for (const { vehicle_id } of vehicles) await updateLatest(services, vehicle_id);
}

/**
 * Updates the latest values from the stored data, for example after an import. With
 * `isAfterRemoval`, also removes values that are no longer stored.
 */
export async function updateLatest(
  services: Services,
  vehicleId: string,
  { isAfterRemoval = false } = {},
): Promise<void> {
  const { store } = services;
  const stored = await latestInSeries(services, vehicleId);
  await store.transact(async (trx) => {
    if (isAfterRemoval) await deleteRows(trx, 'latest_sample', { vehicle_id: vehicleId });
    const newest = trx
      .selectFrom('sample')
      .select(({ fn }) => ['signal', fn.max('captured_at').as('captured_at')])
      .where('vehicle_id', '=', vehicleId)
      .groupBy('signal')
      .as('newest');
    const recent = await trx
      .selectFrom('sample')
      .innerJoin(newest, (join) =>
        join
          .onRef('newest.signal', '=', 'sample.signal')
          .onRef('newest.captured_at', '=', 'sample.captured_at'),
      )
      .select(['sample.vehicle_id', 'sample.signal', 'sample.captured_at'])
      .select(['sample.received_at', 'sample.value_json'])
      .where('sample.vehicle_id', '=', vehicleId)
      .execute();
    await saveLatest(trx, [...stored, ...recent]);
  });
}

async function latestInSeries(
  services: Services,
  vehicleId: string,
): Promise<Schema['latest_sample'][]> {
  const ever = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const objects = await objectsIn(services.store.db, vehicleId, ever);
  const found = new Map<string, Schema['latest_sample']>();
  const isOlder = (name: string, at: number) => (found.get(name)?.captured_at ?? -1) < at;
  for (const stored of objects.toSorted((a, b) => b.last - a.last)) {
    const names = Object.keys(stored.counts).filter((name) => isOlder(name, stored.last));
    if (names.length === 0) continue;
    const object = await openObject(services, stored);
    try {
      for (const group of object.groups.toReversed()) {
        const wanted = names.filter((name) => group.counts.get(name) && isOlder(name, group.last));
        if (wanted.length === 0) continue;
        const { at, columns } = await object.read(group, [ARRIVAL, ...wanted]);
        const [arrivals, ...values] = columns;
        for (const [index, signal] of wanted.entries()) {
          const row = values[index]?.findLastIndex((value) => value !== null) ?? -1;
          const captured_at = at[row];
          if (captured_at === undefined || !isOlder(signal, captured_at)) continue;
          const value: Value = values[index]?.[row] ?? null;
          const received_at = (arrivals?.[row] ?? null) as number | null;
          const value_json = JSON.stringify(value);
          found.set(signal, {
            vehicle_id: vehicleId,
            signal,
            captured_at,
            received_at,
            value_json,
          });
        }
      }
    } finally {
      await object.close();
    }
  }
  return [...found.values()];
}

async function openObject(services: Services, { id, size }: CataloguedObject) {
  return SeriesObject.open(await storageOf(services, 'series').open(id, { size }), { id, size });
}
