import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from '#server/platform/database/database.ts';

/** A digest of each table, in the order of all its columns. */
export async function tablesOf({ db }: Store): Promise<Record<string, string>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const digests: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
    const lines = rows.map((row) => JSON.stringify(row)).sort();
    digests[table] = createHash('sha256').update(lines.join('\n')).digest('hex');
  }
  return digests;
}
