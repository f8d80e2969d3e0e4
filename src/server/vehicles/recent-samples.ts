import { type Kysely, sql } from 'kysely';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { findRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { objectsIn } from '#server/vehicles/series-object.ts';
import type { TimedRows } from './merge-in-time.ts';
import type { Coverages } from './series-counts.ts';
import { ARRIVAL, type Measurement, type TimeRange } from './vehicle-source.ts';

/** Rows per query. Greater than the number of signals, so that a page holds all samples of an instant. */
const PAGE = 4000;

export const MOVED_SAMPLE_RETENTION = HOUR;

/**
 * Takes a snapshot. It remains valid for an hour, because samples are deleted an hour after they
 * were added to the series store.
 */
export async function snapshotOf(
  db: Kysely<Schema>,
  vehicleId: string,
  range: TimeRange,
  except?: string,
) {
  for (;;) {
    const compacted = await compactedSeq(db, vehicleId);
    const objects = await objectsIn(db, vehicleId, range, except);
    // Reads both again if samples were moved to the series store in between.
    if (compacted === (await compactedSeq(db, vehicleId)))
      return { objects, recent: recentSamples(db, vehicleId, range, compacted) };
  }
}

async function compactedSeq(db: Kysely<Schema>, vehicleId: string): Promise<number> {
  const row = await findRow(db, 'live_feed', { vehicle_id: vehicleId });
  return row?.compacted_seq ?? 0;
}

function recentSamples(db: Kysely<Schema>, vehicleId: string, range: TimeRange, after: number) {
  const validUntil = performance.now() + MOVED_SAMPLE_RETENTION;

  const select = (names: readonly string[] | null) =>
    db
      .selectFrom('sample')
      .where('vehicle_id', '=', vehicleId)
      .where('captured_at', '>=', range.from)
      .where('captured_at', '<', range.to)
      .where('seq', '>', after)
      .$if(names !== null, (query) => query.where('signal', 'in', withOne(names ?? [])));

  async function* rowsOf(names: readonly string[]): AsyncGenerator<Measurement[]> {
    const columns = new Map(names.map((name, index) => [name, index]));
    const arrival = columns.get(ARRIVAL);
    let { from } = range;
    for (let isLast = false; !isLast; ) {
      const page = await select(names)
        .select(['captured_at', 'received_at', 'signal', 'value_json'])
        .where('captured_at', '>=', from)
        .orderBy('captured_at')
        .orderBy('signal')
        .limit(PAGE)
        .execute();
      if (performance.now() >= validUntil && (await compactedSeq(db, vehicleId)) !== after)
        throw new Error('Samples were deleted while they were read: the read took over an hour');
      isLast = page.length < PAGE;
      // The samples of the last instant may continue on the next page.
      from = page.at(-1)?.captured_at ?? from;
      const rows = new Map<string, Measurement & { values: Measurement['values'][number][] }>();
      for (const { captured_at: at, received_at, signal, value_json } of page) {
        if (!isLast && at === from) break;
        const key = `${at} ${received_at}`;
        const row = rows.get(key) ?? { at, values: names.map(() => null) };
        rows.set(key, row);
        row.values[columns.get(signal) ?? -1] = JSON.parse(value_json);
        if (arrival !== undefined) row.values[arrival] = received_at;
      }
      if (rows.size > 0) yield [...rows.values()];
    }
  }

  return {
    async counts(names: readonly string[]): Promise<Map<string, number>> {
      const rows = await select(names)
        .select(({ fn }) => ['signal', fn.countAll<number>().as('count')])
        .groupBy('signal')
        .execute();
      return new Map(rows.map(({ signal, count }) => [signal, count]));
    },

    async cover(coverages: Coverages, groups: readonly (readonly string[])[]): Promise<void> {
      for (const [index, names] of groups.entries()) {
        const days = await db
          .selectFrom(select(names).select(['captured_at', 'received_at']).distinct().as('row'))
          .select(({ fn }) => [
            fn.countAll<number>().as('rows'),
            fn.min('captured_at').as('first'),
            fn.max('captured_at').as('last'),
          ])
          .groupBy(sql`captured_at / ${sql.lit(DAY)}`)
          .execute();
        for (const day of days) coverages.add(index, day);
      }
    },

    span: () =>
      select(null)
        .select(({ fn }) => [fn.min('captured_at').as('first'), fn.max('captured_at').as('last')])
        .executeTakeFirstOrThrow(),

    hasAny: async () =>
      (await select(null).select('seq').limit(1).executeTakeFirst()) !== undefined,

    /** Rows with the values of the same `capturedAt` that arrived together. */
    async timedRows(names: readonly string[]): Promise<TimedRows[]> {
      const row = await select(names)
        .select('captured_at as first')
        .orderBy('captured_at')
        .limit(1)
        .executeTakeFirst();
      return row ? [{ ...row, number: Number.MAX_SAFE_INTEGER, open: () => rowsOf(names) }] : [];
    },
  };
}

const withOne = (names: readonly string[]) => (names.length > 0 ? names : ['']);
