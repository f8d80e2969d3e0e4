import type { Value } from './audit-key.ts';
import type { Schema } from './schema.ts';
import type { SealedTable } from './sealed-table.ts';

type Contents = Pick<SealedTable, 'keysAfter' | 'read'>;

/** Contents that are rows of a table: these columns of each, by its key. */
export function sealedRows<T extends keyof Schema & string>(
  table: T,
  key: keyof Schema[T] & string,
  columns: readonly (keyof Schema[T] & string)[],
): Contents {
  return contentsOf(table, key, columns);
}

/** Any table, by names that the caller's types have checked. */
type AnyTable = Record<string, Record<string, Value>>;

function contentsOf(table: string, key: string, columns: readonly string[]): Contents {
  return {
    async keysAfter(db, last, limit) {
      const rows = await db
        .withTables<AnyTable>()
        .selectFrom(table)
        .select(key)
        .$if(last !== null, (query) => query.where(key, '>', last))
        .orderBy(key)
        .limit(limit)
        .execute();
      return rows.map((row) => String(row[key]));
    },

    async read(db, keys) {
      const rows = await db
        .withTables<AnyTable>()
        .selectFrom(table)
        .select([key, ...columns])
        .where(key, 'in', keys)
        .execute();
      return new Map(
        rows.map((row) => [String(row[key]), columns.map((column) => row[column] ?? null)]),
      );
    },
  };
}
