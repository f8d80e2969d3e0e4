import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';

/** Columns that are null until something more is recorded in a row, by the tables beside the history. */
const recordedIn = {
  note: [],
  quote: ['objected_at', 'settled_at'],
  dispute: ['ended_at'],
  body_notice: [],
  erasure_notice: [],
  authority_notice: ['recorded_at'],
  past_authority_notice: [],
} satisfies { [Table in keyof Schema]?: readonly (keyof Schema[Table])[] };

/**
 * How much is recorded about an application beside its history, which no revision tells of. It only
 * grows while the application is kept.
 */
export async function recordedBeside(db: Kysely<Schema>, number: string): Promise<number> {
  const counts = Object.entries(recordedIn).map(([table, columns]) => {
    const each = [sql`count(*)`, ...columns.map((column) => sql`count(${sql.ref(column)})`)];
    return sql`(select ${sql.join(each, sql` + `)} from ${sql.table(table)}
      where application_number = ${number})`;
  });
  const { rows } = await sql<{ recorded: number }>`select ${sql.join(counts, sql` + `)}
    as recorded`.execute(db);
  return Number(rows[0]?.recorded);
}
