import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { cookieLifetimes } from '#contract/limits.ts';
import type { Account } from '../http/route.ts';
import type { Services } from '../services.ts';
import type { Schema } from '../store/schema.ts';

/** The account of a login token; null when the token is unknown, ended or too old. */
export async function findAccount(
  { store, now }: Services,
  token: string,
): Promise<Account | null> {
  const row = await store.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'account.email', 'account.is_reviewer'])
    .where('token_digest', '=', digestOf(token))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return row ? { id: row.id, email: row.email, isReviewer: row.is_reviewer === 1 } : null;
}

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
      expires_at: at + cookieLifetimes.login * 1000,
    })
    .execute();
  return token;
}

export async function endSession({ store }: Services, token: string): Promise<void> {
  await store.db.deleteFrom('session').where('token_digest', '=', digestOf(token)).execute();
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
