import type { Kysely } from 'kysely';
import type { Schema } from '#server/platform/store/schema.ts';
import { signalColumn } from './vehicle-tables.ts';

const known = new WeakMap<Kysely<Schema>, Promise<ReadonlySet<string>>>();

/** Of signals those that the table of earlier releases has a column for. */
export async function inTelemetry(db: Kysely<Schema>, names: readonly string[]): Promise<string[]> {
  let columns = known.get(db);
  if (!columns) {
    columns = columnsOf(db);
    known.set(db, columns);
    columns.catch(() => known.delete(db));
  }
  const found = await columns;
  return names.filter((name) => found.has(signalColumn(name)));
}

async function columnsOf(db: Kysely<Schema>): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables();
  const table = tables.find(({ name }) => name === 'telemetry');
  return new Set(table?.columns.map(({ name }) => name));
}
