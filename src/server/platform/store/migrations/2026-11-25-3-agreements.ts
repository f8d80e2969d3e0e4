import type { Kysely } from 'kysely';

/** Opinions that say whether an application may be approved, and on which revision they were given. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('opinion').addColumn('agrees', 'integer').execute();
  await schema.alterTable('opinion').addColumn('revision', 'integer').execute();
}
