import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { changeAtDesk, changeOwn, findApplication } from '#server/applications/application-row.ts';
import { decisionLetter } from '#server/applications/mails/decision-letter.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';
import { disputePack } from './dispute-pack.ts';
import { correctDispute, endDispute, recordDispute } from './disputes.ts';

export function disputeRoutes(route: Route, services: Services): void {
  const { store, now } = services;

  route(endpoints.disputeRecord, async (input, { account }) => {
    const { applicationNumber } = input;
    const disputeId = await changeOwn(
      services,
      account,
      applicationNumber,
      (scope, application, by) => recordDispute(scope, by, application, input),
    );
    return { applicationNumber, disputeId };
  });

  route(endpoints.deskDisputeRecord, async (input, { account }) => {
    const { applicationNumber: number, corrects, ...recorded } = input;
    const action = corrects === undefined ? 'dispute.record' : 'dispute.correct';
    const disputeId = await changeAtDesk(
      services,
      account,
      { number, action },
      async (scope, application, by) => {
        const facts = { applicationNumber: number, ...recorded };
        if (corrects === undefined) return recordDispute(scope, by, application, facts);
        await correctDispute(scope, by, corrects, facts);
        return corrects;
      },
    );
    return { applicationNumber: number, disputeId };
  });

  route(endpoints.deskDisputeEnd, async (input, { account }) => {
    const { applicationNumber: number, disputeId, endedOn, outcome, remark = '', corrects } = input;
    const action = corrects ? 'outcome.correct' : 'dispute.end';
    await changeAtDesk(services, account, { number, action }, async (scope, _, by) => {
      const event = { type: action, by, at: now(), outcome } as const;
      await endDispute(scope, event, { id: disputeId, number, endedOn, remark });
      return disputeId;
    });
    return { applicationNumber: number, disputeId };
  });

  route(endpoints.deskDisputePack, async ({ applicationNumber }, { account }) => {
    const application = await findApplication(store.db, applicationNumber);
    // It names the staff who decided.
    if (application.requester_id === account.id)
      throw new ApiError(codes.notAllowedNow, { state: application.state });
    const letter = await decisionLetter(services, application).catch((error) => {
      // There is no letter: no decision was made, or the requester ended the application.
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
