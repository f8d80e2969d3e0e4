import type { Kysely } from 'kysely';

/** When each stored content was last compared with its hash, and since when it is damaged. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['stored_file', 'report']) {
    await schema
      .alterTable(table)
      .addColumn('checked_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.alterTable(table).addColumn('damaged_at', 'bigint').execute();
  }
}
