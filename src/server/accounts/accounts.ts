import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { rolesOf } from './staff/role-flags.ts';

/** The account of an address, made at its first sign-in; keeps the language for later mails. */
export async function accountOf(
  db: Kysely<Schema>,
  signIn: { email: string; language: Language; at: number },
): Promise<{ id: string; email: string; roles: StaffRole[] }> {
  const account = await db
    .insertInto('account')
    .values({
      id: randomUUID(),
      email: signIn.email,
      is_reviewer: 0,
      language: signIn.language,
      created_at: signIn.at,
    })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ language: signIn.language }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { id: account.id, email: account.email, roles: rolesOf(account) };
}
