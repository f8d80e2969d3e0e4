import { setImmediate } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '#server/platform/store/schema.ts';
import { type Coverages, DAY } from './coverages.ts';
import { inTelemetry } from './telemetry-columns.ts';
import type { TimeRange } from './vehicle-source.ts';
import { signalColumn } from './vehicle-tables.ts';

/** Rows read in one statement, about: the embedded database answers before anybody else is heard. */
const SLICE = 4000;

/** Counts the values of each signal in the rows of a range; signals without any are left out. */
export async function countTelemetry(
  db: Kysely<Schema>,
  vehicleId: string,
  names: readonly string[],
  range: TimeRange,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const signals = await inTelemetry(db, names);
  if (signals.length === 0) return counts;
  for await (const slice of slices(db, vehicleId, range)) {
    const row = await inRange(db, vehicleId, slice)
      .select(({ fn }) =>
        signals.map((name) => fn.count<number>(signalColumn(name)).as(signalColumn(name))),
      )
      .executeTakeFirstOrThrow();
    for (const name of signals) {
      const count = Number(row[signalColumn(name)]);
      if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count);
    }
  }
  return counts;
}

/** Adds what there is of each group of signals in the rows of a range, day by day. */
export async function coverTelemetry(
  coverages: Coverages,
  db: Kysely<Schema>,
  vehicleId: string,
  all: readonly (readonly string[])[],
  range: TimeRange,
): Promise<void> {
  const groups = await Promise.all(all.map((names) => inTelemetry(db, names)));
  for await (const slice of slices(db, vehicleId, range)) {
    const marked = groups.map((names, index) => sql`${isPresent(names)} as ${mark(index)}`);
    const figures = groups.map((_, index) => figuresOf(index));
    // `offset 0`: each row is judged once, in a part of its own, and not again for each figure.
    const { rows } = await sql<Record<string, number | null>>`
      select at / ${sql.lit(DAY)} as day, ${sql.join(figures)}
      from (
        select at, ${sql.join(marked)} from telemetry
        where vehicle_id = ${vehicleId} and at >= ${slice.from} and at < ${slice.to}
        limit ${sql.lit(Number.MAX_SAFE_INTEGER)} offset 0
      ) as marked
      group by day order by day`.execute(db);
    for (const row of rows)
      for (const index of groups.keys())
        coverages.add(index, {
          rows: Number(row[`n${index}`]),
          first: instant(row[`a${index}`]),
          last: instant(row[`z${index}`]),
        });
  }
}

/** First and last instant of a vehicle's rows in a range, two looks into the key. */
export async function spanOfTelemetry(
  db: Kysely<Schema>,
  vehicleId: string,
  range: TimeRange,
): Promise<{ first: number | null; last: number | null }> {
  const end = async (direction: 'asc' | 'desc') => {
    const row = await inRange(db, vehicleId, range)
      .select('at')
      .orderBy('at', direction)
      .limit(1)
      .executeTakeFirst();
    return row?.at ?? null;
  };
  return { first: await end('asc'), last: await end('desc') };
}

/** The instant of a row that has a value of any of a group's signals; null of another. */
function isPresent(names: readonly string[]): RawBuilder<unknown> {
  if (names.length === 0) return sql`null`;
  const present = names.map((name) => sql`${sql.ref(signalColumn(name))} is not null`);
  return sql`case when ${sql.join(present, sql` or `)} then at end`;
}

function figuresOf(index: number): RawBuilder<unknown> {
  const at = mark(index);
  const named = (letter: string) => sql.ref(`${letter}${index}`);
  return sql`count(${at}) as ${named('n')}, min(${at}) as ${named('a')}, max(${at}) as ${named('z')}`;
}

const mark = (index: number) => sql.ref(`p${index}`);
const instant = (at: number | null | undefined) =>
  at === null || at === undefined ? null : Number(at);

/**
 * Cuts a range into parts of about so many rows, each found from the end of the one before: no
 * statement grows with the range. The process hears others between them.
 */
async function* slices(
  db: Kysely<Schema>,
  vehicleId: string,
  { from, to }: TimeRange,
): AsyncGenerator<TimeRange> {
  for (let start = from; start < to; ) {
    const next = await inRange(db, vehicleId, { from: start, to })
      .select('at')
      .orderBy('at')
      .limit(1)
      .offset(SLICE)
      .executeTakeFirst();
    // Rows of one instant stay together.
    const end = next ? Math.max(next.at, start + 1) : to;
    yield { from: start, to: end };
    await setImmediate();
    start = end;
  }
}

function inRange(db: Kysely<Schema>, vehicleId: string, { from, to }: TimeRange) {
  return db
    .selectFrom('telemetry')
    .where('vehicle_id', '=', vehicleId)
    .where('at', '>=', from)
    .where('at', '<', to);
}
