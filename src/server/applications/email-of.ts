import type { Kysely } from 'kysely';
import type { Schema } from '#server/platform/database/schema.ts';

/** Mail address of an account. */
export async function emailOf(db: Kysely<Schema>, id: string | null): Promise<string> {
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return email;
}
