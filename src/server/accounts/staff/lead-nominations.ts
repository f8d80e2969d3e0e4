import { randomUUID } from 'node:crypto';
import { codes } from '#contract/codes.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { deleteRows, insertRows, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { applyRoles, lockLeads } from './apply-roles.ts';
import type { StaffActor } from './roles.ts';
import { mailLeads } from './staff-mails.ts';

export async function listNominations({ store }: Pick<Services, 'store'>) {
  const rows = await store.db
    .selectFrom('lead_nomination')
    .innerJoin('account', 'account.id', 'lead_nomination.nominated_by')
    .selectAll('lead_nomination')
    .select('account.email as by')
    .orderBy('nominated_at')
    .execute();
  return rows.map(({ email, roles, nominated_by, by, nominated_at: at }) => ({
    email,
    roles: JSON.parse(roles) as StaffRole[],
    byId: nominated_by,
    by,
    at,
  }));
}

export async function nominateLead(
  { services, trx }: Scope,
  by: StaffActor,
  { email, roles }: { email: string; roles: readonly StaffRole[] },
): Promise<void> {
  const nomination = {
    roles: JSON.stringify(roles),
    nominated_by: by.id,
    nominated_at: services.now(),
  };
  if (await lockRow(services.store, trx, 'lead_nomination', { email }))
    await updateRows(trx, 'lead_nomination', { email }, nomination);
  else await insertRows(trx, 'lead_nomination', { id: randomUUID(), email, ...nomination });
  const detail = `${email}: ${roles.join(', ') || 'none'}`;
  await appendAuditEvent(services, trx, { by, action: 'staff.nominate', detail });
  const mail = isRemoval(roles) ? 'leadRemovalProposed' : 'leadProposed';
  await mailLeads({ services, trx }, mail, { email, by });
}

/**
 * Applies the proposed roles and returns them. The person concerned can confirm their own removal.
 * @throws {ApiError} `notFound` without a proposal, `forbidden` for the lead who proposed,
 *   `lastLead` if no other lead would remain
 */
export async function confirmLead(
  services: Services,
  by: StaffActor,
  email: string,
): Promise<StaffRole[]> {
  return services.store.transact(async (trx) => {
    const scope = { services, trx };
    await lockLeads(scope, by);
    const { nominated_by, roles } = await takeNomination(scope, email);
    if (nominated_by === by.id) throw new ApiError(codes.forbidden);
    await applyRoles(scope, by, { email, roles });
    await mailLeads(scope, isRemoval(roles) ? 'leadRemoved' : 'leadMade', { email, by });
    return roles;
  });
}

export async function declineLead(
  services: Services,
  by: StaffActor,
  email: string,
): Promise<void> {
  await services.store.transact(async (trx) => {
    const scope = { services, trx };
    await lockLeads(scope, by);
    const { roles } = await takeNomination(scope, email);
    if (isRemoval(roles) && by.email === email) throw new ApiError(codes.forbidden);
    await appendAuditEvent(services, trx, { by, action: 'staff.decline', detail: email });
    const mail = isRemoval(roles) ? 'leadRemovalDeclined' : 'leadDeclined';
    await mailLeads(scope, mail, { email, by });
  });
}

const isRemoval = (roles: readonly StaffRole[]) => !roles.includes('lead');

async function takeNomination({ trx }: Scope, email: string) {
  const [nomination] = await deleteRows(trx, 'lead_nomination', { email });
  if (!nomination) throw new ApiError(codes.notFound);
  return { ...nomination, roles: JSON.parse(nomination.roles) as StaffRole[] };
}
