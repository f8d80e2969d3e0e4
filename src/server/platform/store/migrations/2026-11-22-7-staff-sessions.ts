import type { Kysely } from 'kysely';

/**
 * What a person sees of a session, when it was last used, why it ended, and the app's code that was
 * given in it. All may be missing: the release before runs beside this one.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const [name, type] of [
    ['browser', 'text'],
    ['last_used_at', 'bigint'],
    ['ended_because', 'text'],
    ['second_factor_step', 'bigint'],
  ] as const)
    await schema.alterTable('session').addColumn(name, type).execute();
}
