import { CreateIndexNode, type Kysely, type KyselyPlugin, PostgresAdapter, sql } from 'kysely';

/**
 * Lets migrations pass over an index that is there: while one is created, PostgreSQL takes no writes
 * to its table, so an operator may have made it before the upgrade, `concurrently`.
 */
export const indexesMadeBefore: KyselyPlugin = {
  transformQuery: ({ node }) =>
    CreateIndexNode.is(node) ? CreateIndexNode.cloneWith(node, { ifNotExists: true }) : node,
  transformResult: async ({ result }) => result,
};

/**
 * Refuses an index of which a making ahead broke off or is under way: it would be passed over, and
 * neither speeds up a query nor keeps rows apart.
 * @throws {Error} that names it
 */
export async function requireWholeIndexes<Tables>(db: Kysely<Tables>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name
    from pg_index join pg_class on oid = indexrelid
    where not indisvalid and relnamespace = current_schema()::regnamespace`.execute(db);
  if (rows.length > 0)
    throw new Error(
      `its index ${rows.map(({ name }) => name).join(', ')} is not whole: wait until it is made, or drop it`,
    );
}
