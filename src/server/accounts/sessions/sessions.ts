import { randomBytes } from 'node:crypto';
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { SessionEnding } from '#contract/envelope.ts';
import { cookieLifetimes, cookieNames, FRESH_FACTOR_MINUTES } from '#contract/limits.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { MINUTE, SECOND } from '#lib/words/durations.ts';
import { actorOf } from '#server/accounts/sign-in/access-log.ts';
import { digestOf } from '#server/accounts/sign-in/secrets.ts';
import { type Digests, signInDigests } from '#server/accounts/sign-in/senders.ts';
import { isStaff, rolesOf } from '#server/accounts/staff/roles.ts';
import { type AuditEvent, appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { requireSecretInUse } from '#server/platform/audit/keys-in-use.ts';
import type { Config } from '#server/platform/config/config.ts';
import { deleteRows, insertRows, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';

const LAST_USED_UPDATE_INTERVAL = { staff: SECOND, requester: 10 * MINUTE };

/**
 * Keyed digests that bind a session to its account and its second factor, so that a row written
 * without `SECRET` is not accepted.
 */
export const sessionMacs = (
  config: Config,
  session: Pick<Schema['session'], 'token_digest' | 'account_id' | 'second_factor_at'>,
): Digests =>
  signInDigests(
    config,
    'session',
    session.token_digest,
    session.account_id,
    String(session.second_factor_at),
  );

/**
 * Returns the account of a session, null if the session is unknown or expired. Records the time of
 * attended calls, which postpones the end after inactivity.
 * @throws {ApiError} `signedOut` with the reason why the session ended
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
  if (row.mac === null || !sessionMacs(config, row).includes(row.mac)) {
    // Another process may have signed the session with a secret that this process lacks.
    await requireSecretInUse(store.db, config);
    return null;
  }
  const at = now();
  const roles = rolesOf(row);
  const isStaff = roles.length > 0;
  const lastUse = row.last_used_at ?? row.created_at;
  const until = sessionEnd(config, { isStaff, ...row });
  const ended = row.ended_because ?? (until.at <= at ? until.because : null);
  if (ended) throw new ApiError(codes.signedOut, { ended });
  if (until.at <= at) return null;
  const isRecorded =
    !isUnattended && at - lastUse >= LAST_USED_UPDATE_INTERVAL[isStaff ? 'staff' : 'requester'];
  if (isRecorded)
    await updateRows(store.db, 'session', { token_digest: digest }, { last_used_at: at });
  const used = isRecorded ? { ...row, last_used_at: at } : row;
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
  return MODE === 'production' ? 'setUp' : 'notNeeded';
}

const SESSION = cookieLifetimes.login * SECOND;

/**
 * Opens a session and returns its token. Ends the browser's previous session, even if it belongs to
 * another account.
 */
export async function openSession(
  trx: Transaction<Schema>,
  accountId: string,
  {
    config,
    at,
    browser,
    secondFactorAt = null,
  }: { config: Config; at: number; browser?: FastifyRequest; secondFactorAt?: number | null },
): Promise<string> {
  const before = browser?.cookies[cookieNames.login];
  if (before !== undefined) await deleteRows(trx, 'session', { token_digest: digestOf(before) });
  const token = randomBytes(32).toString('base64url');
  const session = {
    token_digest: digestOf(token),
    account_id: accountId,
    second_factor_at: secondFactorAt,
  };
  await insertRows(trx, 'session', {
    ...session,
    mac: sessionMacs(config, session)[0],
    created_at: at,
    expires_at: at + SESSION,
    last_used_at: at,
    browser: browserName(browser?.headers['user-agent']),
  });
  return token;
}

/**
 * Extends a requester's session to its full lifetime; a session of staff was extended by the call
 * itself (`findAccount`). Returns the remaining time in ms.
 */
export async function extendSession(
  { store, now }: Services,
  { roles, sessionEndsAt }: Pick<Account, 'roles' | 'sessionEndsAt'>,
  token: string,
): Promise<number> {
  const at = now();
  if (roles.length > 0) return sessionEndsAt - at;
  const key = { token_digest: digestOf(token) };
  await updateRows(store.db, 'session', key, { expires_at: at + SESSION });
  return SESSION;
}

export async function endSession(
  services: Services,
  account: Parameters<typeof actorOf>[0],
  token: string,
): Promise<void> {
  await services.store.transact(async (trx) => {
    await deleteRows(trx, 'session', { token_digest: digestOf(token) });
    const by = actorOf(account);
    await appendAuditEvent(services, trx, { by, action: 'session.end', detail: 'signed out' });
  });
}

interface SessionTimes
  extends Pick<Schema['session'], 'created_at' | 'expires_at' | 'last_used_at'> {
  isStaff: boolean;
}

/**
 * Returns when a session will end and why. A session of staff ends after inactivity or at a maximum
 * age; a requester's ends when its token expires (`because` is null).
 */
export function sessionEnd(
  { STAFF_REST_MINUTES, STAFF_SESSION_HOURS }: Config,
  { isStaff, created_at, expires_at, last_used_at }: SessionTimes,
): { at: number; because: 'rest' | 'age' | null } {
  if (!isStaff) return { at: expires_at, because: null };
  const rest = (last_used_at ?? created_at) + STAFF_REST_MINUTES;
  const age = Math.min(created_at + STAFF_SESSION_HOURS, expires_at);
  return rest < age ? { at: rest, because: 'rest' } : { at: age, because: 'age' };
}

export async function endLapsedSessions(services: Services): Promise<void> {
  const { store, config, now } = services;
  const at = now();
  const open = await store.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('session')
    .select(['account.id', 'account.email'])
    .where('expires_at', '>', at)
    // A subquery, so that the database does not scan the many sessions of requesters.
    .where('session.account_id', 'in', (query) =>
      query.selectFrom('account').select('account.id').where(isStaff),
    )
    .execute();
  for (const session of open) {
    const { at: end, because } = sessionEnd(config, { isStaff: true, ...session });
    if (end > at || because === null) continue;
    const account = { id: session.id, email: session.email };
    const ending = { account, because, only: session.token_digest, by: account };
    await store.transact((trx) => endSessions({ services, trx }, ending));
  }
}

interface EndedSessions {
  account: { id: string; email: string };
  because: SessionEnding;
  only?: string;
  except?: string;
  /** Actor for the audit log; null if requesters end their own sessions, which is not logged. */
  by: AuditEvent['by'] | null;
}

export async function endSessions(
  { services, trx }: Scope,
  { account, because, only, except, by }: EndedSessions,
): Promise<number> {
  const at = services.now();
  let ending = trx
    .updateTable('session')
    .set({ expires_at: at, ended_because: because })
    .where('account_id', '=', account.id)
    .where('ended_because', 'is', null)
    .where('expires_at', '>', at);
  if (only !== undefined) ending = ending.where('token_digest', '=', only);
  if (except !== undefined) ending = ending.where('token_digest', '!=', except);
  const { numUpdatedRows } = await ending.executeTakeFirstOrThrow();
  const count = Number(numUpdatedRows);
  if (count > 0 && by)
    await appendAuditEvent(services, trx, {
      by,
      action: 'session.end',
      detail: `${account.email}: ${count} (${because})`,
    });
  return count;
}

const MAX_AGENT = 500;

export function browserName(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_AGENT));
  return [browser.name, os.name].filter(Boolean).join(', ') || null;
}
