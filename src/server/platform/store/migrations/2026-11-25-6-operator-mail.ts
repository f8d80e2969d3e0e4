import type { Kysely } from 'kysely';

/** What the operator was mailed last, when the chains were verified last, and what is damaged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('operator_mail')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('mailed_at', 'bigint', (c) => c.notNull())
    .addColumn('verified_at', 'bigint', (c) => c.notNull())
    .addColumn('broken', 'bigint', (c) => c.notNull())
    .execute();
  for (const [table, column] of [
    ['stored_file', 'damaged_at'],
    ['report', 'damaged_at'],
    ['report', 'package_damaged_at'],
  ] as const)
    await schema
      .createIndex(`${table}_by_${column}`)
      .on(table)
      .column(column)
      .where(column, 'is not', null)
      .execute();
}
