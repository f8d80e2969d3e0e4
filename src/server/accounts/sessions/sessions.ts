import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import { cookieLifetimes, cookieNames, FRESH_FACTOR_MINUTES } from '#contract/limits.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { actorOf } from '#server/accounts/sign-in/access-log.ts';
import { digestOf } from '#server/accounts/sign-in/digest.ts';
import { rolesOf } from '#server/accounts/staff/role-flags.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { browserName } from './browser-name.ts';
import { sessionEnd } from './session-times.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A use is written down no sooner than this after the last one. */
const NOTE_EVERY = { staff: SECOND, requester: 10 * MINUTE };

/**
 * The account of a login token, whose use is noted unless nobody caused it; null when the token is
 * unknown or too old.
 * @throws {ApiError} `signedOut` with the reason, when the session ended before
 */
export async function findAccount(
  { store, config, now }: Services,
  token: string,
  { isUnattended }: { isUnattended: boolean },
): Promise<Account | null> {
  const digest = digestOf(token);
  const row = await store.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('second_factor', 'second_factor.account_id', 'account.id')
    .selectAll('session')
    .select(['account.id', 'account.email', 'is_reviewer', 'is_lead', 'is_auditor', 'is_analyst'])
    .select('second_factor.secret')
    .where('token_digest', '=', digest)
    .executeTakeFirst();
  if (!row) return null;
  const at = now();
  const roles = rolesOf(row);
  const isStaff = roles.length > 0;
  const lastUse = row.last_used_at ?? row.created_at;
  const until = sessionEnd(config, { isStaff, ...row });
  const ended = row.ended_because ?? (until.at <= at ? until.because : null);
  if (ended) throw new ApiError(codes.signedOut, { ended });
  if (until.at <= at) return null;
  const isNoted = !isUnattended && at - lastUse >= NOTE_EVERY[isStaff ? 'staff' : 'requester'];
  if (isNoted)
    await store.db
      .updateTable('session')
      .set({ last_used_at: at })
      .where('token_digest', '=', digest)
      .execute();
  const used = isNoted ? { ...row, last_used_at: at } : row;
  const { at: sessionEndsAt, because } = sessionEnd(config, { isStaff, ...used });
  return {
    id: row.id,
    email: row.email,
    roles,
    sessionEndsAt,
    canExtendSession: because !== 'age',
    secondFactor: secondFactorOf(config, roles, row),
    isFactorFresh: at - (row.second_factor_at ?? 0) < FRESH_FACTOR_MINUTES * MINUTE,
  };
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

const SESSION = cookieLifetimes.login * SECOND;

/**
 * Opens a session as long as the login cookie lives, which staff's rest and age cut short, in place
 * of the one that the browser had, whoever's that was; answers its token.
 */
export async function openSession(
  trx: Transaction<Schema>,
  accountId: string,
  { at, browser }: { at: number; browser?: FastifyRequest },
): Promise<string> {
  const before = browser?.cookies[cookieNames.login];
  if (before !== undefined)
    await trx.deleteFrom('session').where('token_digest', '=', digestOf(before)).execute();
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('session')
    .values({
      token_digest: digestOf(token),
      account_id: accountId,
      created_at: at,
      expires_at: at + SESSION,
      last_used_at: at,
      browser: browserName(browser?.headers['user-agent']),
      second_factor_at: null,
    })
    .execute();
  return token;
}

/**
 * Lets a session go on: a requester's as long as one that begins now, staff's by the call itself.
 * Answers how long, in ms.
 */
export async function extendSession(
  { store, now }: Services,
  { roles, sessionEndsAt }: Pick<Account, 'roles' | 'sessionEndsAt'>,
  token: string,
): Promise<number> {
  const at = now();
  if (roles.length > 0) return sessionEndsAt - at;
  await store.db
    .updateTable('session')
    .set({ expires_at: at + SESSION })
    .where('token_digest', '=', digestOf(token))
    .execute();
  return SESSION;
}

/** Forgets a session whose person logged out. */
export async function endSession(
  services: Services,
  account: Parameters<typeof actorOf>[0],
  token: string,
): Promise<void> {
  await services.store.transact(async (trx) => {
    await trx.deleteFrom('session').where('token_digest', '=', digestOf(token)).execute();
    const by = actorOf(account);
    await appendAuditEvent(services, trx, { by, action: 'session.end', detail: 'signed out' });
  });
}
