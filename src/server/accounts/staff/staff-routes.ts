import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { unlinkCompany } from '#server/accounts/company/company-accounts.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';
import { confirmLead, declineLead, listNominations } from './lead-nominations.ts';
import { changeStaff, forgetFactorOf, listStaff, unlockAddress } from './staff-accounts.ts';

/** Staff accounts, as a lead looks after them. */
export function staffRoutes(route: Route, services: Services): void {
  route(endpoints.staffList, () => listStaff(services));

  route(endpoints.staffChange, async (change, { account }) => {
    // A lead can neither lock themselves out nor give themselves more.
    if (change.email === account.email) throw new ApiError(codes.forbidden);
    return changeStaff(services, account, change);
  });

  route(endpoints.staffNominations, () => listNominations(services));

  route(endpoints.staffNominationConfirm, async ({ email }, { account }) => {
    await confirmLead(services, account, email);
    return null;
  });

  route(endpoints.staffNominationDecline, async ({ email }, { account }) => {
    await declineLead(services, account, email);
    return null;
  });

  route(endpoints.staffUnlock, async ({ email }, { account }) => ({
    wasLocked: await unlockAddress(services, account, email),
  }));

  route(endpoints.staffForgetSecondFactor, async ({ email }, { account }) => {
    if (!(await forgetFactorOf(services, account, email))) throw new ApiError(codes.notFound);
    return null;
  });

  route(endpoints.staffUnlinkCompany, async ({ email }, { account }) => {
    // Their own sessions would end, and nobody would be asked who they are.
    if (email === account.email) throw new ApiError(codes.forbidden);
    if (!(await unlinkCompany(services, account, email))) throw new ApiError(codes.notFound);
    return null;
  });
}
