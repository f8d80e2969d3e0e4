import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Value } from './audit-key.ts';
import type { Schema } from './schema.ts';
import type { SealedTable } from './sealed-table.ts';

type Contents = Pick<SealedTable, 'keysAfter' | 'read'>;

/** Contents that are rows of a table, all or those of a condition: these columns of each, by its key. */
export function sealedRows<T extends keyof Schema & string>(
  table: T,
  key: keyof Schema[T] & string,
  columns: readonly (keyof Schema[T] & string)[],
  condition?: RawBuilder<SqlBool>,
): Contents {
  return contentsOf(table, key, columns, condition);
}

/** Any table, by names that the caller's types have checked. */
type AnyTable = Record<string, Record<string, Value>>;

function contentsOf(
  table: string,
  key: string,
  columns: readonly string[],
  condition: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`,
): Contents {
  return {
    async keysAfter(db, last, limit) {
      const rows = await db
        .withTables<AnyTable>()
        .selectFrom(table)
        .select(key)
        .where(condition)
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
        .where(condition)
        .execute();
      return new Map(
        rows.map((row) => [String(row[key]), columns.map((column) => row[column] ?? null)]),
      );
    },
  };
}
