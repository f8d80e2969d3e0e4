import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { signals as catalogue } from '#contract/data-catalogue.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { linkedVehiclesOf } from './link-times.ts';
import { countValues, coverageOf, spanOf } from './store-counts.ts';
import type {
  LinkedVehicle,
  Measurement,
  TimeRange,
  Value,
  Vehicle,
  VehicleSource,
} from './vehicle-source.ts';
import { signalColumn } from './vehicle-tables.ts';

/** Rows fetched at a time: memory stays flat, and other calls get their turn in between. */
const PAGE = 2000;

/** Vehicles and their data from the tables that the import fills. */
export function storeSource(db: Kysely<Schema>): VehicleSource {
  return {
    linkedTo: (email, vehicleId) => selectLinked(db, email, vehicleId),
    async find(vehicleId) {
      const row = await db
        .selectFrom('vehicle')
        .select(['id', 'vin', 'name'])
        .where('id', '=', vehicleId)
        .executeTakeFirst();
      return row ? vehicleOf(row) : null;
    },
    all: () => allVehicles(db),
    async attributes(vehicleId) {
      const row = await db
        .selectFrom('vehicle')
        .select('attributes_json')
        .where('id', '=', vehicleId)
        .executeTakeFirst();
      return row ? JSON.parse(row.attributes_json) : {};
    },
    counts: (vehicleId, signals, range) => countValues(db, vehicleId, signals, range),
    coverage: (vehicleId, groups, range) => coverageOf(db, vehicleId, groups, range),
    span: (vehicleId, range) => spanOf(db, vehicleId, range),
    stream: (vehicleId, signals, range) => streamMeasurements(db, vehicleId, signals, range),
  };
}

const vehicleOf = ({ id, vin, name }: { id: string; vin: string; name: string }): Vehicle => ({
  vehicleId: id,
  vin,
  name,
});

/** One statement by the key of the links: a third party's come once for each time of its user. */
async function selectLinked(
  db: Kysely<Schema>,
  email: string,
  vehicleId: string | undefined,
): Promise<LinkedVehicle[]> {
  const rows = await db
    .selectFrom('vehicle_link as link')
    .innerJoin('vehicle', 'vehicle.id', 'link.vehicle_id')
    .leftJoin('vehicle_link as users', (join) =>
      join
        .onRef('users.email', '=', 'link.on_behalf_of')
        .onRef('users.vehicle_id', '=', 'link.vehicle_id')
        .on('users.on_behalf_of', 'is', null),
    )
    .select(['vehicle.id', 'vehicle.vin', 'vehicle.name', 'link.on_behalf_of'])
    .select(['link.linked_from as from', 'link.linked_until as until'])
    .select(['users.linked_from as users_from', 'users.linked_until as users_until'])
    .where('link.email', '=', email.toLowerCase())
    .$if(vehicleId !== undefined, (query) => query.where('link.vehicle_id', '=', vehicleId ?? ''))
    .execute();
  return linkedVehiclesOf(
    rows.map(({ from, until, users_from, users_until, on_behalf_of, ...row }) => ({
      vehicle: vehicleOf(row),
      time: { from, until },
      usersTimes: on_behalf_of === null ? null : timesOf(users_from, users_until),
    })),
  );
}

const timesOf = (from: number | null, until: number | null) =>
  from === null ? [] : [{ from, until }];

async function* allVehicles(db: Kysely<Schema>): AsyncGenerator<Vehicle> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('vehicle')
      .select(['id', 'vin', 'name'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    yield* rows.map(vehicleOf);
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? '';
  }
}

async function* streamMeasurements(
  db: Kysely<Schema>,
  vehicleId: string,
  signals: readonly string[],
  range: TimeRange,
): AsyncGenerator<Measurement[]> {
  if (signals.length === 0) return;
  const columns = signals.map(signalColumn);
  const isFlag = signals.map((name) => flags.has(name));
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
        values: columns.map((column, index) => valueOfColumn(row[column], isFlag[index])),
      }));
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    start = sql`(at, seq) > (${last.at}, ${last.seq})`;
  }
}

/** Flags are kept as 0 and 1, because the embedded database has no type for them. */
const flags = new Set<string>(
  catalogue.filter(({ value }) => value === 'boolean').map(({ name }) => name),
);

function valueOfColumn(value: number | string | null | undefined, isFlag = false): Value {
  if (value === null || value === undefined) return null;
  return isFlag ? value === 1 : value;
}
