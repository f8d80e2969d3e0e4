import { randomUUID } from 'node:crypto';
import { codes } from '#contract/codes.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { applyRoles } from './apply-roles.ts';
import { leadDeclined, leadMade, leadProposed } from './lead-mails.ts';
import type { StaffActor } from './roles.ts';
import { mailLeads } from './staff-notices.ts';

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
  await trx
    .insertInto('lead_nomination')
    .values({ id: randomUUID(), email, ...nomination })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(nomination))
    .execute();
  const detail = `${email}: ${roles.join(', ')}`;
  await appendAuditEvent(services, trx, { by, action: 'staff.nominate', detail });
  await mailLeads({ services, trx }, leadProposed, { email, by });
}

/** Throws `notFound` without a proposal, `forbidden` for the lead who proposed. */
export async function confirmLead(
  services: Services,
  by: StaffActor,
  email: string,
): Promise<void> {
  await services.store.transact(async (trx) => {
    const { nominated_by, roles } = await takeNomination({ services, trx }, email);
    if (nominated_by === by.id) throw new ApiError(codes.forbidden);
    await applyRoles({ services, trx }, by, { email, roles: JSON.parse(roles) as StaffRole[] });
    await mailLeads({ services, trx }, leadMade, { email, by });
  });
}

export async function declineLead(
  services: Services,
  by: StaffActor,
  email: string,
): Promise<void> {
  await services.store.transact(async (trx) => {
    await takeNomination({ services, trx }, email);
    await appendAuditEvent(services, trx, { by, action: 'staff.decline', detail: email });
    await mailLeads({ services, trx }, leadDeclined, { email, by });
  });
}

async function takeNomination({ trx }: Scope, email: string) {
  const nomination = await trx
    .deleteFrom('lead_nomination')
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirst();
  if (!nomination) throw new ApiError(codes.notFound);
  return nomination;
}
