import type { Kysely } from 'kysely';

/** Finds the log's entries by who acted, by what was done and by when. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const column of ['actor', 'action', 'at'])
    await schema
      .createIndex(`audit_by_${column}`)
      .on('audit_entry')
      .columns([column, 'seq'])
      .execute();
}
