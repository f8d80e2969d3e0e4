import {
  type Insertable,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
} from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';

type Table = keyof Schema;
type Row<T extends Table> = Selectable<Schema[T]>;

/** Values that columns must equal; null matches null. */
type Match<T extends Table> = Partial<Row<T>>;

const BATCH = 500;

/** Kysely has no types for a table that is known only at run time. */
const untyped = (table: Table) => table as 'note';

function select<T extends Table>(db: Kysely<Schema>, table: T, match: Match<T>) {
  const query = db.selectFrom(untyped(table)).selectAll();
  return query.where(({ and }) => and(match)) as SelectQueryBuilder<Schema, never, Row<T>>;
}

export function findRow<T extends Table>(
  db: Kysely<Schema>,
  table: T,
  match: Match<T>,
): Promise<Row<T> | undefined> {
  return select(db, table, match).limit(1).executeTakeFirst();
}

export async function requireRow<T extends Table>(
  db: Kysely<Schema>,
  table: T,
  match: Match<T>,
): Promise<Row<T>> {
  return select(db, table, match).executeTakeFirstOrThrow();
}

export function findRows<T extends Table>(
  db: Kysely<Schema>,
  table: T,
  match: Match<T>,
  ...order: (keyof Row<T>)[]
): Promise<Row<T>[]> {
  let query = select(db, table, match);
  for (const column of order) query = query.orderBy(column as never);
  return query.execute();
}

/** Selects `application_number` of the matching rows. */
export const numbersIn = <T extends Table>(db: Kysely<Schema>, table: T, match: Match<T>) =>
  select(db, table, match).clearSelect().select(sql<string>`application_number`.as('number'));

/** Locks the row until the transaction ends. */
export function lockRow<T extends Table>(
  store: {
    forUpdate<Query extends SelectQueryBuilder<Schema, never, unknown>>(query: Query): Query;
  },
  trx: Kysely<Schema>,
  table: T,
  match: Match<T>,
): Promise<Row<T> | undefined> {
  return store.forUpdate(select(trx, table, match)).executeTakeFirst();
}

type NewRows<T extends Table> = Insertable<Schema[T]> | readonly Insertable<Schema[T]>[];

/** Batches, because both databases limit the number of parameters. */
function batchesOf<T extends Table>(rows: NewRows<T>): never[][] {
  const all = [rows].flat() as never[];
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, index) =>
    all.slice(index * BATCH, (index + 1) * BATCH),
  );
}

export async function insertRows<T extends Table>(
  db: Kysely<Schema>,
  table: T,
  rows: NewRows<T>,
): Promise<void> {
  for (const batch of batchesOf(rows)) await db.insertInto(untyped(table)).values(batch).execute();
}

/** Skips rows whose key exists. Returns the number of inserted rows. */
export async function insertMissing<T extends Table>(
  db: Kysely<Schema>,
  table: T,
  rows: NewRows<T>,
): Promise<number> {
  let inserted = 0;
  for (const batch of batchesOf(rows)) {
    const query = db.insertInto(untyped(table)).values(batch);
    const result = await query.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
    inserted += Number(result.numInsertedOrUpdatedRows ?? 0);
  }
  return inserted;
}

/** Inserts a row, or updates the columns of the row with this key. */
export async function upsertRow<T extends Table>(
  db: Kysely<Schema>,
  table: T,
  key: Match<T>,
  columns: Updateable<Schema[T]>,
): Promise<void> {
  await db
    .insertInto(untyped(table))
    .values({ ...key, ...columns } as never)
    .onConflict((conflict) => conflict.columns(Object.keys(key) as never).doUpdateSet(columns))
    .execute();
}

/** Returns the number of updated rows. */
export async function updateRows<T extends Table>(
  db: Kysely<Schema>,
  table: T,
  match: Match<T>,
  columns: Updateable<Schema[T]>,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable(untyped(table))
    .set(columns)
    .where(({ and }) => and(match))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Returns the deleted rows. */
export async function deleteRows<T extends Table>(
  db: Kysely<Schema>,
  table: T,
  match: Match<T>,
): Promise<Row<T>[]> {
  const query = db.deleteFrom(untyped(table)).where(({ and }) => and(match));
  return (await query.returningAll().execute()) as object[] as Row<T>[];
}

export async function countRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const counted: object = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return (counted as { count: number }).count;
}
