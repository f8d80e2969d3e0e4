import type { Kysely } from 'kysely';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { lockAtDesk } from '#server/applications/lock-at-desk.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';

/** Route for decisions that the desk itself notifies the authority of (Art. 4(2), 4(7), 4(8), 5(10), 5(11)). */
export function authorityRoutes(route: Route, services: Services): void {
  const { store, now } = services;

  route(endpoints.deskAuthorityNotified, async (input, { account }) => {
    const { applicationNumber: number, notifiedOn, how } = input;
    const at = now();
    if (Date.parse(notifiedOn) > at)
      throw new ApiError(codes.invalid, { fields: [{ field: 'notifiedOn', problem: 'range' }] });
    await store.transact(async (trx) => {
      await lockAtDesk(services, trx, account, number);
      const { numUpdatedRows } = await trx
        .updateTable('authority_notice')
        .set({ notified_on: notifiedOn, how, recorded_by: account.id, recorded_at: at })
        .where('application_number', '=', number)
        .where('notified_on', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new ApiError(codes.notAllowedNow);
      const entry = { by: account, action: 'authority.notify' as const, reference: number };
      await appendAuditEvent(services, trx, { ...entry, detail: notifiedOn });
    });
    return { applicationNumber: number };
  });
}

/** Counts the decisions that the authority has still to be notified of. */
export async function countOpenNotices(db: Kysely<Schema>): Promise<number> {
  const { count } = await db
    .selectFrom('authority_notice')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('notified_on', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
