import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { signalNamed } from '#contract/data-catalogue.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { inTelemetry } from './telemetry-columns.ts';
import type { Measurement, TimeRange, Value } from './vehicle-source.ts';
import { signalColumn } from './vehicle-tables.ts';

/** Rows fetched at a time: memory stays flat, and other calls get their turn in between. */
const PAGE = 2000;

/** Streams the rows of the table, oldest first. */
export async function* streamTelemetry(
  db: Kysely<Schema>,
  vehicleId: string,
  signals: readonly string[],
  range: TimeRange,
): AsyncGenerator<Measurement[]> {
  const stored = await inTelemetry(db, signals);
  if (stored.length === 0) return;
  const columns = stored.map(signalColumn);
  const shown = signals.map((name) => ({ column: signalColumn(name), isFlag: isFlagOf(name) }));
  // Keyset pages rather than one open cursor: the same on both databases, and no long transaction.
  // The start is the only lower bound, so that each page begins there in the key's index.
  const pageFrom = (start: Expression<SqlBool>) =>
    db
      .selectFrom('telemetry')
      .select(['at', 'seq', ...columns])
      .where('vehicle_id', '=', vehicleId)
      .where(start)
      .where('at', '<', range.to)
      .where((is) => is.or(columns.map((column) => is(column, 'is not', null))))
      .orderBy('at')
      .orderBy('seq')
      .limit(PAGE)
      .execute();
  let start = sql<SqlBool>`at >= ${range.from}`;
  for (;;) {
    const rows = await pageFrom(start);
    if (rows.length > 0) {
      yield rows.map((row) => ({
        at: row.at,
        values: shown.map(({ column, isFlag }) => valueOfColumn(row[column], isFlag)),
      }));
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    start = sql`(at, seq) > (${last.at}, ${last.seq})`;
  }
}

/** Flags are kept as 0 and 1, because the embedded database has no type for them. */
const isFlagOf = (name: string) => signalNamed(name)?.value === 'boolean';

function valueOfColumn(value: number | string | null | undefined, isFlag: boolean): Value {
  if (value === null || value === undefined) return null;
  return isFlag ? value === 1 : value;
}
