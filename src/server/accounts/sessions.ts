import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { cookieLifetimes } from '#contract/limits.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import type { Account } from '#server/platform/http/route.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Services } from '#server/platform/store/services.ts';
import { rolesOf } from './staff-accounts.ts';

/** The account of a login token; null when the token is unknown, ended or too old. */
export async function findAccount(
  { store, config, now }: Services,
  token: string,
): Promise<Account | null> {
  const row = await store.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('second_factor', 'second_factor.account_id', 'account.id')
    .select(['account.id', 'account.email', 'is_reviewer', 'is_lead', 'is_auditor', 'is_analyst'])
    .select(['session.second_factor_at', 'session.expires_at', 'second_factor.secret'])
    .where('token_digest', '=', digestOf(token))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  if (!row) return null;
  const roles = rolesOf(row);
  const { id, email, expires_at: sessionEndsAt } = row;
  return { id, email, roles, sessionEndsAt, secondFactor: secondFactorOf(config, roles, row) };
}

function secondFactorOf(
  { MODE }: Services['config'],
  roles: readonly StaffRole[],
  { second_factor_at, secret }: { second_factor_at: number | null; secret: string | null },
): Account['secondFactor'] {
  if (roles.length === 0) return 'notNeeded';
  if (second_factor_at !== null) return 'given';
  if (secret !== null) return 'code';
  // In a demonstration, staff may go without.
  return MODE === 'production' ? 'setUp' : 'notNeeded';
}

const SESSION = cookieLifetimes.login * 1000;

/** Opens a session as long as the login cookie lives; answers its token. */
export async function openSession(
  trx: Transaction<Schema>,
  accountId: string,
  at: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('session')
    .values({
      token_digest: digestOf(token),
      account_id: accountId,
      created_at: at,
      expires_at: at + SESSION,
      second_factor_at: null,
    })
    .execute();
  return token;
}

/** Lets a session last as long as one that begins now; answers how long, in ms. */
export async function extendSession({ store, now }: Services, token: string): Promise<number> {
  await store.db
    .updateTable('session')
    .set({ expires_at: now() + SESSION })
    .where('token_digest', '=', digestOf(token))
    .execute();
  return SESSION;
}

export async function endSession({ store }: Services, token: string): Promise<void> {
  await store.db.deleteFrom('session').where('token_digest', '=', digestOf(token)).execute();
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
