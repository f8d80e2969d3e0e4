import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Schema } from '#server/platform/store/schema.ts';

/** The account of an address, made at its first sign-in; keeps the language for later mails. */
export async function accountOf(
  db: Kysely<Schema>,
  signIn: { email: string; language: Language; at: number },
): Promise<{ id: string }> {
  return db
    .insertInto('account')
    .values({
      id: randomUUID(),
      email: signIn.email,
      is_reviewer: 0,
      language: signIn.language,
      created_at: signIn.at,
    })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ language: signIn.language }))
    .returning('id')
    .executeTakeFirstOrThrow();
}
