import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import { rolesByAccess, type StaffRole, staffRoles } from '#contract/staff-roles.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { appendAuditEvent } from '#server/platform/store/audit-log.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Services } from '#server/platform/store/services.ts';
import { unlockChallenge } from '#server/workflow/sign-in/codes.ts';
import { endSessions } from '#server/workflow/sign-in/end-sessions.ts';
import { forgetSecondFactor, unlockSecondFactor } from '#server/workflow/sign-in/second-factor.ts';
import { secondFactorReset } from '#server/workflow/sign-in/security-mails.ts';
import { postSecurityNotice } from '#server/workflow/sign-in/security-notice.ts';
import { releaseTaken } from './release-taken.ts';
import { flagOf, flagsOf, rolesOf } from './role-flags.ts';

/** Actor on staff accounts: somebody signed in, or the machine's command line. */
export type Acting = { id: string; email: string; roles: readonly StaffRole[] };
export const COMMAND_LINE: Acting = { id: 'command-line', email: 'command line', roles: ['lead'] };

/** Everybody with a role, by address. */
export async function listStaff({ store, now }: Pick<Services, 'store' | 'now'>) {
  const at = now();
  const rows = await store.db
    .selectFrom('account')
    .leftJoin('second_factor', 'second_factor.account_id', 'account.id')
    .selectAll('account')
    .select(['second_factor.secret', 'second_factor.locked_until as factor_locked_until'])
    .select((row) =>
      row
        .selectFrom('challenge')
        .whereRef('challenge.email', '=', 'account.email')
        .select(({ fn }) => fn.max('challenge.locked_until').as('until'))
        .as('locked_until'),
    )
    .where((is) => is.or(staffRoles.map((role) => is(flagOf[role], '=', 1))))
    .orderBy('account.email')
    .execute();
  return rows.map((row) => {
    const lockedUntil = Math.max(row.locked_until ?? 0, row.factor_locked_until ?? 0);
    return {
      id: row.id,
      email: row.email,
      roles: rolesOf(row),
      hasSecondFactor: row.secret !== null,
      lockedUntil: lockedUntil > at ? lockedUntil : null,
    };
  });
}

/**
 * Gives an address its roles, in place of those it had; an unknown one gets its account. Who
 * reviews no longer has no open application taken any more.
 * @throws {ApiError} `lastLead`
 */
export async function changeStaff(
  services: Services,
  by: Acting,
  { email, roles }: { email: string; roles: readonly StaffRole[] },
): Promise<void> {
  const { store, now } = services;
  await store.transact(async (trx) => {
    const account = await store
      .forUpdate(trx.selectFrom('account').selectAll().where('email', '=', email))
      .executeTakeFirst();
    const named = (some: readonly StaffRole[]) => some.join(', ') || 'none';
    const detail = `${email}: ${named(account ? rolesOf(account) : [])} → ${named(roles)}`;
    // The log's end is locked from here on: of two leads who remove each other, one comes second.
    await appendAuditEvent(services, trx, { by, action: 'staff.change', detail });
    if (account?.is_lead && !roles.includes('lead')) await refuseWithoutLead(trx, email);
    const flags = flagsOf(roles);
    await trx
      .insertInto('account')
      .values({ id: randomUUID(), email, language: 'en', created_at: now(), ...flags })
      .onConflict((conflict) => conflict.column('email').doUpdateSet(flags))
      .execute();
    if (account && named(rolesOf(account)) !== named(roles))
      await endSessions({ services, trx }, { account, because: 'roles', by });
    const isReviewing = rolesByAccess.reviewer.some((role) => roles.includes(role));
    // Who comes back sets up another.
    if (account && roles.length === 0) await forgetSecondFactor(trx, account.id);
    if (account && !isReviewing) await releaseTaken({ services, trx }, by, account.id);
  });
}

async function refuseWithoutLead(trx: Transaction<Schema>, email: string): Promise<void> {
  const other = await trx
    .selectFrom('account')
    .select('id')
    .where('is_lead', '=', 1)
    .where('email', '!=', email)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new ApiError(codes.lastLead);
}

/**
 * Lets an address that wrong codes locked, of a mail or of the app, try anew. Answers whether it
 * was locked.
 */
export async function unlockAddress(
  services: Services,
  by: Acting,
  email: string,
): Promise<boolean> {
  return services.store.transact(async (trx) => {
    const role = by.roles.includes('lead') ? 'lead' : 'reviewer';
    const account = await trx
      .selectFrom('account')
      .select(['id', 'email'])
      .where('email', '=', email)
      .executeTakeFirst();
    const isUnlocked = await unlockChallenge({ services, trx }, email, { role });
    const isFactorUnlocked =
      account !== undefined && (await unlockSecondFactor({ services, trx }, account, { role }));
    // A requester's address does not outlive their account in the log.
    const detail = account?.id ?? 'address without an account';
    await appendAuditEvent(services, trx, { by, action: 'address.unlock', detail });
    return isUnlocked || isFactorUnlocked;
  });
}

/** Lets somebody who lost the app set up another. Answers whether there is such an account. */
export async function forgetFactorOf(
  services: Services,
  by: Acting,
  email: string,
): Promise<boolean> {
  return services.store.transact(async (trx) => {
    const account = await trx
      .selectFrom('account')
      .select(['id', 'email'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (!account) return false;
    await forgetSecondFactor(trx, account.id);
    await endSessions({ services, trx }, { account, because: 'factor', by });
    await appendAuditEvent(services, trx, { by, action: 'secondFactor.forget', detail: email });
    await postSecurityNotice(services, trx, account.id, secondFactorReset);
    return true;
  });
}
