import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshStore } from '#tests/server/fresh-store.ts';

/** Columns that name a row of another table, and are the first of no index. */
const without: Record<'embedded' | 'postgres', RawBuilder<{ column: string }>> = {
  embedded: sql`
    select tables.name || '.' || key."from" as column
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as key
    where key.seq = 0 and not exists (
      select 1 from pragma_index_list(tables.name) as one, pragma_index_info(one.name) as part
      where one.partial = 0 and part.seqno = 0 and part.name = key."from")
    order by 1`,
  postgres: sql`
    select conrelid::regclass || '.' || attname as column
    from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and not exists (
      select 1 from pg_index
      where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null)
    order by 1`,
};
/** The same, whether or not there is an index. */
const all: typeof without = {
  embedded: sql`
    select tables.name || '.' || key."from" as column
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as key where key.seq = 0`,
  postgres: sql`select conname as column from pg_constraint where contype = 'f'`,
};

test('what is erased is looked for by an index wherever it may be named', async () => {
  const { store, location } = await freshStore();
  try {
    const columnsOf = async (query: RawBuilder<{ column: string }>) =>
      (await query.execute(store.db)).rows.map(({ column }) => column);
    expect((await columnsOf(all[store.kind])).length).toBeGreaterThan(30);
    // For each row that is erased the database reads the whole of such a table.
    expect(await columnsOf(without[store.kind])).toEqual([]);
  } finally {
    await store.close();
    await location.remove();
  }
});
