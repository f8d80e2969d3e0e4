import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { DAY } from '#lib/words/durations.ts';
import { updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { mergeInTime } from './merge-in-time.ts';
import { MOVED_SAMPLE_RETENTION } from './recent-samples.ts';
import { SANDBOX_ID } from './sandbox-car.ts';
import { LIVE_IMPORT, objectsIn, publishObjects, timedRowsOf } from './series-object.ts';
import { SeriesWriter, type WrittenObject } from './series-writer.ts';
import type { Value } from './vehicle-source.ts';

/** Time in ms within which a stream can resume. Younger samples stay in the table. */
export const RESUMABLE = DAY;
/**
 * Age in ms of a vehicle's oldest sample at which compaction is due. A run moves samples older than
 * `RESUMABLE`, so twice that time gives one object per vehicle and day.
 */
const DUE = 2 * RESUMABLE;
/**
 * Compaction is due earlier if more samples than this are older than `RESUMABLE`. Also the
 * maximum per run.
 */
const MANY = 100_000;
const PAGE = 5000;

type Feed = Pick<Selectable<Schema['live_feed']>, 'vehicle_id' | 'compacted_seq' | 'compacted_at'>;

/**
 * Moves samples that are older than a day to the series store, and deletes those that were moved
 * before. Samples of the sandbox car are deleted after a day. Returns the number of samples moved.
 * Errors of single vehicles go to `onError`.
 */
export async function compactSamples(
  services: Services,
  onError: OnError = console.error,
): Promise<number> {
  let moved = 0;
  for (let last = ''; ; ) {
    const feeds: Feed[] = await services.store.db
      .selectFrom('live_feed')
      .select(['vehicle_id', 'compacted_seq', 'compacted_at'])
      .where('vehicle_id', '>', last)
      .orderBy('vehicle_id')
      .limit(PAGE)
      .execute();
    for (const feed of feeds)
      await compactVehicle(services, feed).then((count) => {
        moved += count;
      }, onError);
    if (feeds.length < PAGE) return moved;
    last = feeds.at(-1)?.vehicle_id ?? '';
  }
}

async function compactVehicle(services: Services, feed: Feed): Promise<number> {
  const now = services.now();
  const { vehicle_id: vehicleId, compacted_seq, compacted_at } = feed;
  if (compacted_at !== null && compacted_at < now - MOVED_SAMPLE_RETENTION)
    await deleteUpTo(services, vehicleId, compacted_seq);
  const isSandbox = vehicleId === SANDBOX_ID;
  if (!isSandbox && !(await isDue(services, feed))) return 0;
  const samples = await samplesToMove(services, feed);
  const last = samples.at(-1);
  if (!last) return 0;
  // After a failure, the clean-up removes objects that were not published.
  const objects = isSandbox ? [] : await writeSeries(services, vehicleId, samples);
  await services.store.transact(async (trx) => {
    const numUpdatedRows = await updateRows(
      trx,
      'live_feed',
      { vehicle_id: vehicleId, compacted_seq },
      { compacted_seq: last.seq, compacted_at: now },
    );
    if (numUpdatedRows !== 1) throw new Error('Another process compacted the same samples');
    await publishObjects(trx, { vehicleId, importSha256: LIVE_IMPORT }, objects);
  });
  return samples.length;
}

/** Deletes in batches, because a delete blocks other writers. */
async function deleteUpTo({ store }: Services, vehicleId: string, last: number): Promise<void> {
  const own = store.db.selectFrom('sample').where('vehicle_id', '=', vehicleId);
  for (;;) {
    const first = await own.select('seq').orderBy('seq').limit(1).executeTakeFirst();
    if (!first || first.seq > last) return;
    await store.db
      .deleteFrom('sample')
      .where('vehicle_id', '=', vehicleId)
      .where('seq', '<=', Math.min(last, first.seq + PAGE))
      .execute();
    await setImmediate();
  }
}

const laterSamples = ({ store }: Services, { vehicle_id, compacted_seq }: Feed) =>
  store.db
    .selectFrom('sample')
    .where('vehicle_id', '=', vehicle_id)
    .where('seq', '>', compacted_seq)
    .orderBy('seq');

async function isDue(services: Services, feed: Feed): Promise<boolean> {
  const now = services.now();
  const own = laterSamples(services, feed).select('received_at').limit(1);
  const first = await own.executeTakeFirst();
  if (!first || first.received_at >= now - RESUMABLE) return false;
  if (first.received_at < now - DUE) return true;
  const many = await own.offset(MANY).executeTakeFirst();
  return many !== undefined && many.received_at < now - RESUMABLE;
}

async function samplesToMove(services: Services, feed: Feed): Promise<Schema['sample'][]> {
  const before = services.now() - RESUMABLE;
  const samples: Schema['sample'][] = [];
  for (let last = feed.compacted_seq; samples.length < MANY; ) {
    const page = await laterSamples(services, { ...feed, compacted_seq: last })
      .selectAll()
      .limit(PAGE)
      .execute();
    // Everything up to `compacted_seq` counts as moved, so the first younger sample ends the run.
    // Later ones may have an earlier `received_at`, because the clocks of processes differ.
    const later = page.findIndex(({ received_at }) => received_at >= before);
    samples.push(...(later < 0 ? page : page.slice(0, later)));
    if (later >= 0 || page.length < PAGE) break;
    last = page.at(-1)?.seq ?? last;
    await setImmediate();
  }
  return samples;
}

const kinds = { number: 'number', boolean: 'boolean', string: 'text' } as const;

async function writeSeries(
  services: Services,
  vehicleId: string,
  samples: readonly Schema['sample'][],
): Promise<WrittenObject[]> {
  const columns = new Map<string, { name: string; value: 'number' | 'boolean' | 'text' }>();
  const rows = new Map<string, { at: number; arrived: number; values: Map<string, Value> }>();
  const storedBefore = await storedValues(services, vehicleId, samples);
  for (const { signal: name, captured_at: at, received_at: arrived, value_json } of samples) {
    if (storedBefore.has(`${at} ${name}`)) continue;
    const value: number | boolean | string = JSON.parse(value_json);
    const kind = kinds[typeof value as keyof typeof kinds];
    const column = columns.get(name) ?? { name, value: kind };
    // The first value sets the type of a column. If a maker’s signal changed its type in
    // `SIGNALS_FILE`, values of the other type are dropped.
    if (column.value !== kind) continue;
    columns.set(name, column);
    const key = `${at} ${arrived}`;
    const row = rows.get(key) ?? { at, arrived, values: new Map() };
    rows.set(key, row);
    row.values.set(name, value);
  }
  if (rows.size === 0) return [];
  const writer = new SeriesWriter(storageOf(services, 'series'), vehicleId, [...columns.values()]);
  const names = [...columns.keys()];
  for (const { values, ...row } of rows.values())
    await writer.add({ ...row, values: names.map((name) => values.get(name) ?? null) });
  return writer.finish();
}

/**
 * Returns `time name` of each value that is already in the series store. The table `sample` cannot
 * detect that a sample which was moved is sent again.
 */
export async function storedValues(
  services: Services,
  vehicleId: string,
  samples: readonly Pick<Schema['sample'], 'captured_at' | 'signal'>[],
): Promise<Set<string>> {
  const instants = new Set(samples.map(({ captured_at }) => captured_at));
  const names = [...new Set(samples.map(({ signal }) => signal))];
  const range = { from: Number.POSITIVE_INFINITY, to: 0 };
  for (const at of instants) {
    range.from = Math.min(range.from, at);
    range.to = Math.max(range.to, at + 1);
  }
  const objects = await objectsIn(services.store.db, vehicleId, range);
  const stored = new Set<string>();
  const rows = timedRowsOf(storageOf(services, 'series'), objects, names, range);
  for await (const batch of mergeInTime(rows))
    for (const { at, values } of batch)
      if (instants.has(at))
        for (const [index, name] of names.entries())
          if (values[index] !== null) stored.add(`${at} ${name}`);
  return stored;
}
