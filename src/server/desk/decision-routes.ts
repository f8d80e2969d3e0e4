import { codes } from '#contract/codes.ts';
import { type Decision, decisionCalls, decisions } from '#contract/decision.ts';
import { endpoints } from '#contract/endpoints.ts';
import { itemsToAskFor } from '#contract/information-items.ts';
import { refusalGrounds } from '#machines/refusal-grounds.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import {
  changeAtDesk,
  findApplication,
  ownApplication,
} from '#server/applications/application-row.ts';
import { applyEvent } from '#server/applications/apply-event.ts';
import { withdrawDispute } from '#server/applications/disputes/disputes.ts';
import { requireLink } from '#server/applications/entitlement.ts';
import { lastChange } from '#server/applications/history.ts';
import { informationItemTexts } from '#server/applications/information-items.ts';
import { citationText, refusalFacts } from '#server/applications/law-texts.ts';
import { decisionLetter } from '#server/applications/mails/decision-letter.ts';
import {
  withdrawAuthorityNotice,
  withdrawNotification,
} from '#server/applications/notices/authority.ts';
import { withdrawErasure } from '#server/applications/notices/body-notices.ts';
import { options } from '#server/applications/options.ts';
import { recordRead } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import { decisionEvent, previewDecision } from './decisions.ts';
import { requireSecond } from './opinions.ts';
import { previewReport } from './report-preview.ts';

export function decisionRoutes(route: Route, services: Services): void {
  const decide = async (
    decision: Decision,
    input: { applicationNumber: string; revision: number },
    account: Account,
  ) => {
    const { event, eventDetails } = await decisionEvent(services, account, { ...input, decision });
    const { applicationNumber } = input;
    const permit = async () => {
      const { revision } = await findApplication(services.store.db, applicationNumber);
      // Checks only the current revision: for an older one, the error must be `outdated`.
      if (revision === input.revision) await requireLink(services, applicationNumber);
    };
    return applyEvent(services, applicationNumber, event, {
      ...eventDetails,
      ...(event.type === 'data.approve' && {
        permit,
        write: (trx, approved) =>
          requireSecond({ services, trx }, approved, account.id, event.second),
      }),
      ...(decision === 'reopen' && {
        write: (trx, reopened) => withdrawAuthorityNotice({ services, trx }, reopened),
      }),
    });
  };
  for (const decision of Object.keys(decisions) as Decision[])
    route(decisionCalls[decisions[decision].call], (input, { account }) =>
      decide(decision, input, account),
    );

  route(endpoints.deskUndo, async ({ applicationNumber, revision }, { account: { id } }) => {
    const by = { role: 'reviewer', id } as const;
    const event = { type: 'decision.undo', by, at: services.now(), revision } as const;
    const upTo = { number: applicationNumber, revision: revision - 1 };
    const before = await lastChange(services.store.db, upTo);
    const { ground = null } = refusalFacts.read(before?.facts_json ?? '{}');
    return applyEvent(services, applicationNumber, event, { columns: { refusal_ground: ground } });
  });

  route(endpoints.deskPreview, async (input, { account }) => {
    const { applicationNumber } = input;
    const decided = await decisionEvent(services, account, input);
    const preview = await previewDecision(services, applicationNumber, decided);
    // Recorded because the preview contains the requester's name.
    const event = { by: account, action: 'application.open', detail: 'preview' } as const;
    recordRead(services, { ...event, reference: applicationNumber });
    return preview;
  });

  route(endpoints.deskReportPreview, async (input, { account, language }) => {
    const preview = await previewReport(services, input, language);
    const event = { by: account, action: 'application.open', detail: 'report' } as const;
    recordRead(services, { ...event, reference: input.applicationNumber });
    return preview;
  });

  route(endpoints.deskModels, () => vehicleSource(services).models());

  route(endpoints.decisionLetter, async ({ applicationNumber }, { account }) =>
    decisionLetter(services, await ownApplication(services, account, applicationNumber)),
  );

  route(endpoints.deskDecisionLetter, async ({ applicationNumber }, { account }) => {
    const application = await findApplication(services.store.db, applicationNumber);
    const letter = await decisionLetter(services, application);
    const entry = { by: account, action: 'file.open', reference: applicationNumber } as const;
    recordRead(services, { ...entry, detail: letter.name });
    return letter;
  });

  route(endpoints.deskGrounds, (_, { language }) =>
    Object.entries(refusalGrounds).map(([code, { provisions, kind, ...ground }]) => ({
      code: code as keyof typeof refusalGrounds,
      article: citationText(language, provisions),
      kind,
      only: 'only' in ground ? ground.only : null,
      label: wordsOf(language)(options.refusalGrounds[code as keyof typeof refusalGrounds]),
    })),
  );

  route(endpoints.deskInformationItems, async ({ applicationNumber }, { language }) => {
    const { db } = services.store;
    const application = await findApplication(db, applicationNumber);
    const requester = await readerOf(db, application.requester_id);
    const [translate, sayToRequester] = [wordsOf(language), wordsOf(requester.language)];
    return itemsToAskFor(application.kind, application.state).map((code) => ({
      code,
      label: translate(informationItemTexts[code].label),
      wording: sayToRequester(informationItemTexts[code].wording),
    }));
  });
}

export function recordRoutes(route: Route, services: Services): void {
  route(endpoints.deskRecordWithdraw, async (input, { account }) => {
    const { applicationNumber: number, about } = input;
    if (about === 'authority' && !account.roles.includes('lead'))
      throw new ApiError(codes.forbidden);
    const action = 'record.withdraw';
    await changeAtDesk(services, account, { number, action }, async (scope, application, by) => {
      if ('disputeId' in input) {
        const event = { type: `${input.about}.withdraw`, by, at: services.now() } as const;
        await withdrawDispute(scope, event, { id: input.disputeId, number });
        return `${about} ${input.disputeId}`;
      }
      const withdraw = about === 'erasure' ? withdrawErasure : withdrawNotification;
      await withdraw(scope, by, application);
      return about;
    });
    return { applicationNumber: number };
  });
}
