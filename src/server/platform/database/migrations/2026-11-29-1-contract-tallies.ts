import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Figures are counted from `step` and `course`, without the tables that triggers kept in step. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const source of ['step', 'course']) {
    const statements = isPostgres
      ? [`drop function if exists count_${source}() cascade`]
      : ['insert', 'delete', 'update'].map(
          (event) => `drop trigger if exists ${source}_${event}_counted`,
        );
    for (const statement of [...statements, `drop table if exists ${source}_tally`])
      await sql.raw(statement).execute(db);
  }
}
