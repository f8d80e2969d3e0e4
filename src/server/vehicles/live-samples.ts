import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Store } from '#server/platform/database/database.ts';
import { insertMissing } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { notifyFeeds } from './live-feed.ts';

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
  notifyFeeds(store, counts.keys());
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
