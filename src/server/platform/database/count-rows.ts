import { type SelectQueryBuilder, sql } from 'kysely';

export async function countRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const counted: object = await query
    .clearSelect()
    .select(sql<number | string>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number((counted as { count: number | string }).count);
}
