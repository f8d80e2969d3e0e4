import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Store } from '#server/platform/database/database.ts';
import { deleteRows, insertMissing } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { feedsOf } from './live-source.ts';
import { objectsIn, openSeries } from './series-object.ts';
import { ARRIVAL, type Value } from './vehicle-source.ts';

export interface NewSample {
  vehicleId: string;
  signal: string;
  value: number | string | boolean;
  capturedAt: number;
}

const BATCH = 500;

/**
 * Stores samples in one transaction, which is durable when the promise resolves. A sample with the
 * vehicle, signal and `capturedAt` of a stored one is skipped. Returns the number of new samples.
 */
export async function storeSamples(
  { store, now }: Pick<Services, 'store' | 'now'>,
  samples: readonly NewSample[],
): Promise<number> {
  if (samples.length === 0) return 0;
  const receivedAt = now();
  const counts = new Map<string, number>();
  for (const { vehicleId } of samples) counts.set(vehicleId, (counts.get(vehicleId) ?? 0) + 1);
  const stored = await store.transact(async (trx) => {
    const next = await reserveNumbers(trx, counts, receivedAt);
    const rows = samples.map(({ vehicleId, signal, value, capturedAt }) => {
      const seq = next.get(vehicleId) ?? 0;
      next.set(vehicleId, seq + 1);
      const at = { captured_at: capturedAt, received_at: receivedAt };
      return { vehicle_id: vehicleId, seq, signal, ...at, value_json: JSON.stringify(value) };
    });
    let added = 0;
    for (let start = 0; start < rows.length; start += BATCH) {
      added += await insertMissing(trx, 'sample', rows.slice(start, start + BATCH));
      await setImmediate();
    }
    if (added > 0)
      await saveLatest(
        trx,
        rows.map(({ seq: _, ...row }) => row),
      );
    return added;
  });
  feedsOf({ store }).notify(counts.keys());
  return stored;
}

async function reserveNumbers(
  trx: Transaction<Schema>,
  counts: ReadonlyMap<string, number>,
  contact_at: number,
): Promise<Map<string, number>> {
  // Sorted, so that concurrent transactions lock in the same order.
  const ids = [...counts.keys()].sort();
  const first = new Map<string, number>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const feeds = ids.slice(start, start + BATCH);
    const rows = await trx
      .insertInto('live_feed')
      .values(feeds.map((id) => ({ vehicle_id: id, last_seq: counts.get(id) ?? 0, contact_at })))
      .onConflict((conflict) =>
        conflict.column('vehicle_id').doUpdateSet(({ ref, eb }) => ({
          last_seq: eb('live_feed.last_seq', '+', ref('excluded.last_seq')),
          contact_at,
        })),
      )
      .returning(['vehicle_id', 'last_seq'])
      .execute();
    for (const { vehicle_id, last_seq } of rows)
      first.set(vehicle_id, last_seq - (counts.get(vehicle_id) ?? 0) + 1);
  }
  return first;
}

export async function saveLatest(
  trx: Transaction<Schema>,
  rows: readonly Schema['latest_sample'][],
): Promise<void> {
  const newest = new Map<string, Schema['latest_sample']>();
  for (const row of rows) {
    const key = `${row.vehicle_id}\n${row.signal}`;
    const known = newest.get(key);
    if (!known || row.captured_at > known.captured_at) newest.set(key, row);
  }
  const sorted = [...newest.keys()].sort().map((key) => newest.get(key) as Schema['latest_sample']);
  for (let start = 0; start < sorted.length; start += BATCH)
    await trx
      .insertInto('latest_sample')
      .values(sorted.slice(start, start + BATCH))
      .onConflict((conflict) =>
        conflict
          .columns(['vehicle_id', 'signal'])
          .doUpdateSet(({ ref }) => ({
            captured_at: ref('excluded.captured_at'),
            received_at: ref('excluded.received_at'),
            value_json: ref('excluded.value_json'),
          }))
          .whereRef('latest_sample.captured_at', '<', 'excluded.captured_at' as never),
      )
      .execute();
}

export async function vehicleIdsOf(
  store: Store,
  vins: readonly string[],
): Promise<Map<string, string>> {
  const rows = await store.db
    .selectFrom('vehicle')
    .select(['vin', 'id'])
    .where(store.inList('vin', vins))
    .execute();
  return new Map(rows.map(({ vin, id }) => [vin, id]));
}

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
    const object = await openSeries(storageOf(services, 'series'), {
      id: stored.id,
      size: stored.size,
    });
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
