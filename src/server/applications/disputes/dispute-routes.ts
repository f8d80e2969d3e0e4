import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { lockAtDesk } from '#server/applications/lock-at-desk.ts';
import { decisionLetter } from '#server/applications/mails/decision-letter.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { disputePack } from './dispute-pack.ts';
import { endDispute, recordDispute } from './disputes.ts';

/** Routes for complaints and disputes at the desk (Art. 4(9), 10 and 38). */
export function disputeRoutes(route: Route, services: Services): void {
  const { store, now } = services;
  const reviewer = ({ id }: Account) => ({ role: 'reviewer', id }) as const;

  route(endpoints.deskDisputeRecord, (input, { account }) =>
    store.transact(async (trx) => {
      const { applicationNumber } = input;
      await lockAtDesk(services, trx, account, applicationNumber);
      const disputeId = await recordDispute({ services, trx }, reviewer(account), input);
      const entry = { by: account, action: 'dispute.record' as const, detail: disputeId };
      await appendAuditEvent(services, trx, { ...entry, reference: applicationNumber });
      return { applicationNumber, disputeId };
    }),
  );

  route(endpoints.deskDisputeEnd, (input, { account }) =>
    store.transact(async (trx) => {
      const { applicationNumber, disputeId, endedOn, outcome, remark = '' } = input;
      await lockAtDesk(services, trx, account, applicationNumber);
      const event = { type: 'dispute.end', by: reviewer(account), at: now(), outcome } as const;
      const end = { id: disputeId, number: applicationNumber, endedOn, remark };
      await endDispute({ services, trx }, event, end);
      const entry = { by: account, action: 'dispute.end' as const, detail: disputeId };
      await appendAuditEvent(services, trx, { ...entry, reference: applicationNumber });
      return { applicationNumber, disputeId };
    }),
  );

  route(endpoints.deskDisputePack, async ({ applicationNumber }, { account }) => {
    const application = await store.db
      .selectFrom('application')
      .selectAll()
      .where('number', '=', applicationNumber)
      .executeTakeFirst();
    if (!application) throw new ApiError(codes.notFound);
    const letter = await decisionLetter(services, application).catch((error) => {
      // Undecided, or ended by the requester.
      if (error instanceof ApiError && error.code === codes.notAllowedNow) return null;
      throw error;
    });
    const pack = await disputePack(services, application, letter);
    await store.transact((trx) =>
      appendAuditEvent(services, trx, {
        by: account,
        action: 'dispute.pack',
        reference: applicationNumber,
      }),
    );
    return pack;
  });
}
