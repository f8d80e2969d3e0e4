import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { unlinkCompany } from '#server/accounts/company/company-accounts.ts';
import {
  forgetSecondFactor,
  unlockSecondFactor,
} from '#server/accounts/second-factor/second-factor.ts';
import { endSessions } from '#server/accounts/sessions/sessions.ts';
import { unlockByStaff } from '#server/accounts/sign-in/unlock-address.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { findRow, lockRow } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';
import { applyRoles, lockLeads } from './apply-roles.ts';
import { confirmLead, declineLead, listNominations, nominateLead } from './lead-nominations.ts';
import { COMMAND_LINE, isStaff, rolesOf, type StaffActor } from './roles.ts';
import { mailLeads, mailSecurity, securityMails } from './staff-mails.ts';

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
    .select((row) =>
      row
        .selectFrom('company_identity')
        .whereRef('company_identity.account_id', '=', 'account.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('company_links'),
    )
    .where(isStaff)
    .orderBy('account.email')
    .execute();
  return rows.map((row) => {
    const locks = [row.locked_until, row.factor_locked_until];
    const lockedUntil = Math.max(...locks.map((until) => until ?? 0));
    return {
      id: row.id,
      email: row.email,
      roles: rolesOf(row),
      hasSecondFactor: row.secret !== null,
      isCompanyLinked: Number(row.company_links) > 0,
      lockedUntil: lockedUntil > at ? lockedUntil : null,
    };
  });
}

/** Making or removing a lead needs a second lead's confirmation, except on the command line. */
export async function changeStaff(
  services: Services,
  by: StaffActor,
  change: { email: string; roles: readonly StaffRole[] },
): Promise<{ awaitsLead: boolean }> {
  return services.store.transact(async (trx) => {
    const scope = { services, trx };
    await lockLeads(scope, by);
    const account = await lockRow(services.store, trx, 'account', { email: change.email });
    const isLead = change.roles.includes('lead');
    const becomesLead = isLead && account?.is_lead !== 1;
    const awaitsLead = isLead !== (account?.is_lead === 1) && by.id !== COMMAND_LINE.id;
    if (awaitsLead) await nominateLead(scope, by, change);
    else await applyRoles(scope, by, change);
    if (becomesLead && !awaitsLead) await mailLeads(scope, 'leadMade', { email: change.email, by });
    return { awaitsLead };
  });
}

export async function unlockAddress(
  services: Services,
  by: StaffActor,
  email: string,
): Promise<boolean> {
  return services.store.transact(async (trx) => {
    const role = by.roles.includes('lead') ? 'lead' : 'reviewer';
    const account = await findRow(trx, 'account', { email });
    const isUnlocked = await unlockByStaff({ services, trx }, email, { role });
    const isFactorUnlocked =
      account !== undefined && (await unlockSecondFactor({ services, trx }, account, { role }));
    // The log must not contain a requester's address after the account is erased.
    const detail = account?.id ?? 'address without an account';
    await appendAuditEvent(services, trx, { by, action: 'address.unlock', detail });
    return isUnlocked || isFactorUnlocked;
  });
}

export async function forgetFactorOf(
  services: Services,
  by: StaffActor,
  email: string,
): Promise<boolean> {
  return services.store.transact(async (trx) => {
    const account = await findRow(trx, 'account', { email });
    if (!account) return false;
    await forgetSecondFactor({ services, trx }, account.id);
    await endSessions({ services, trx }, { account, because: 'factor', by });
    await appendAuditEvent(services, trx, { by, action: 'secondFactor.forget', detail: email });
    await mailSecurity({ services, trx }, account.id, securityMails.secondFactorReset());
    return true;
  });
}

export function staffRoutes(route: Route, services: Services): void {
  route(endpoints.staffList, () => listStaff(services));

  route(endpoints.staffChange, async (change, { account }) => {
    // Leads can neither lock themselves out nor extend their own roles.
    if (change.email === account.email) throw new ApiError(codes.forbidden);
    return changeStaff(services, account, change);
  });

  route(endpoints.staffNominations, () => listNominations(services));

  route(endpoints.staffNominationConfirm, ({ email }, { account }) =>
    confirmLead(services, account, email),
  );

  route(endpoints.staffNominationDecline, ({ email }, { account }) =>
    declineLead(services, account, email),
  );

  route(endpoints.staffUnlock, async ({ email }, { account }) => ({
    wasLocked: await unlockAddress(services, account, email),
  }));

  route(endpoints.staffForgetSecondFactor, async ({ email }, { account }) => {
    if (!(await forgetFactorOf(services, account, email))) throw new ApiError(codes.notFound);
  });

  route(endpoints.staffUnlinkCompany, async ({ email }, { account }) => {
    if (email === account.email) throw new ApiError(codes.forbidden);
    if (!(await unlinkCompany(services, account, email))) throw new ApiError(codes.notFound);
  });
}
