import type { Kysely } from 'kysely';

/** The package of a report beside its workbook; none of what was delivered before. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('report').addColumn('package_name', 'text').execute();
  await schema.alterTable('report').addColumn('package_size', 'bigint').execute();
  await schema.alterTable('report').addColumn('package_sha256', 'text').execute();
  await schema
    .alterTable('report')
    .addColumn('package_checked_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('report').addColumn('package_damaged_at', 'bigint').execute();
}
