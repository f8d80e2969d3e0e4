import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { SealRow } from './seals.ts';

/** The newest seal of each subject that has one. */
export async function lastSeals(
  db: Kysely<Schema>,
  kind: string,
  subjects: readonly string[],
): Promise<Map<string, SealRow>> {
  const rows = await db
    .selectFrom('seal')
    .selectAll()
    .where('seq', 'in', (query) =>
      query
        .selectFrom('seal')
        .select(({ fn }) => fn.max('seq').as('newest'))
        .where('kind', '=', kind)
        .where('subject', 'in', subjects)
        .groupBy('subject'),
    )
    .execute();
  return new Map(rows.map((row) => [row.subject, row]));
}
