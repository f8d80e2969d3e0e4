import { randomUUID } from 'node:crypto';
import { codes } from '#contract/codes.ts';
import { rolesByAccess, type StaffRole } from '#contract/staff-roles.ts';
import { forgetSecondFactor } from '#server/accounts/second-factor/second-factor.ts';
import { endSessions } from '#server/accounts/sessions/sessions.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import {
  deleteRows,
  findRows,
  insertMissing,
  lockRow,
  updateRows,
} from '#server/platform/database/rows.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { COMMAND_LINE, COMPANY, flagsOf, rolesOf, type StaffActor } from './roles.ts';

/**
 * Locks the leads, so that two of them cannot remove each other at the same time.
 * @throws {ApiError} `forbidden` if the actor has lost the role since the call began
 */
export async function lockLeads(
  { services: { store }, trx }: Scope,
  by: StaffActor,
): Promise<void> {
  const query = trx.selectFrom('account').select('id').where('is_lead', '=', 1).orderBy('id');
  const leads = await store.forUpdate(query).execute();
  const isLead = by.id === COMMAND_LINE.id || leads.some(({ id }) => id === by.id);
  if (!isLead) throw new ApiError(codes.forbidden);
}

/**
 * Changes roles. Ends the account's sessions, and releases its applications if it may no longer
 * review.
 */
export async function applyRoles(
  { services, trx }: Scope,
  by: StaffActor,
  { email, roles }: { email: string; roles: readonly StaffRole[] },
): Promise<void> {
  const { store, now } = services;
  const flags = flagsOf(roles);
  const inserted = await insertMissing(trx, 'account', {
    id: randomUUID(),
    email,
    language: 'en',
    created_at: now(),
    ...flags,
  });
  const account = inserted > 0 ? undefined : await lockRow(store, trx, 'account', { email });
  const named = (some: readonly StaffRole[]) => some.join(', ') || 'none';
  const before = named(account ? rolesOf(account) : []);
  const detail = `${email}: ${before} → ${named(roles)}`;
  await appendAuditEvent(services, trx, { by, action: 'staff.change', detail });
  if (account?.is_lead && !roles.includes('lead')) {
    const leads = await findRows(trx, 'account', { is_lead: 1 });
    if (leads.length === 1 && by.id !== COMPANY.id) throw new ApiError(codes.lastLead);
    // A proposal is valid only while its author is a lead.
    await deleteRows(trx, 'lead_nomination', { nominated_by: account.id });
  }
  if (account) await updateRows(trx, 'account', { id: account.id }, flags);
  await deleteRows(trx, 'lead_nomination', { email });
  if (!account) return;
  if (roles.length === 0) await forgetSecondFactor({ services, trx }, account.id);
  if (before !== named(roles))
    await endSessions({ services, trx }, { account, because: 'roles', by });
  const isReviewing = rolesByAccess.reviewer.some((role) => roles.includes(role));
  if (!isReviewing) await services.afterRoleLoss?.({ services, trx }, by, account.id);
}
