import { codes } from '#contract/codes.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { rolesOf } from '#server/accounts/staff-accounts.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { type Account, hasAccess } from '#server/platform/http/route.ts';
import { appendAuditEvent } from '#server/platform/store/audit-log.ts';
import type { Services } from '#server/platform/store/services.ts';
import { turnOf } from '#server/workflow/clock/states.ts';
import { lockAtDesk } from './lock-at-desk.ts';

type AuditEvent = 'take' | 'handOver' | 'release';

/**
 * Changes who has taken an application; `to` is the colleague of a `handOver`.
 * @throws {ApiError} `takenByOther` when it is somebody else's and the account is no lead,
 *   `notAllowedNow` when it is the account's own or has ended, `invalid` when `to` cannot review it
 */
export async function assign(
  services: Services,
  account: Account,
  applicationNumber: string,
  deed: AuditEvent,
  to?: string,
): Promise<DataOf<typeof endpoints.deskTake>> {
  return services.store.transact(async (trx) => {
    const row = await lockAtDesk(services, trx, account, applicationNumber);
    const { state, requester_id, assignee_id, assignee_email } = row;
    if (turnOf(state) === 'nobody') throw new ApiError(codes.notAllowedNow, { state });
    const isFree = assignee_id === null;
    const mayChange =
      assignee_id === account.id || (deed !== 'take' && account.roles.includes('lead'));
    if (!mayChange && !isFree)
      throw new ApiError(codes.takenByOther, assignee_email ? { assignee: assignee_email } : {});
    if (deed === 'handOver' && !mayChange) throw new ApiError(codes.forbidden);

    const holder = await trx
      .selectFrom('account')
      .selectAll()
      .where('id', '=', deed === 'handOver' ? (to ?? '') : account.id)
      .executeTakeFirst();
    const mayHold =
      holder && holder.id !== requester_id && hasAccess({ roles: rolesOf(holder) }, 'reviewer');
    if (!mayHold)
      throw new ApiError(codes.invalid, { fields: [{ field: 'to', problem: 'choice' }] });

    const assignee = deed === 'release' ? null : { id: holder.id, email: holder.email };
    if ((assignee?.id ?? null) === assignee_id) return { assignee };
    await trx
      .updateTable('application')
      .set({ assignee_id: assignee?.id ?? null })
      .where('number', '=', applicationNumber)
      .execute();
    await appendAuditEvent(services, trx, {
      by: account,
      action: `application.${deed}`,
      reference: applicationNumber,
      ...(deed === 'handOver' && { detail: holder.email }),
    });
    return { assignee };
  });
}
