import { codes } from '#contract/codes.ts';
import { type Decision, decisionCalls, decisions } from '#contract/decision.ts';
import { endpoints } from '#contract/endpoints.ts';
import { itemsToAskFor } from '#contract/information-items.ts';
import { refusalGrounds } from '#machines/refusal-grounds.ts';
import { ownApplication } from '#server/applications/application-access.ts';
import { applyEvent } from '#server/applications/apply-event.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { requireLink } from '#server/applications/entitlement.ts';
import { informationItemTexts } from '#server/applications/information-items.ts';
import { citationText } from '#server/applications/law-texts.ts';
import { decisionLetter } from '#server/applications/mails/decision-letter.ts';
import { requesterOf } from '#server/applications/mails/requester-mail.ts';
import { refusalGroundText } from '#server/applications/options.ts';
import { recordRead } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import { checkExtent, makeDecision, previewDecision } from './decisions.ts';
import { secondOpinions } from './opinions.ts';
import { previewReport } from './report-preview.ts';

/** The reviewers' decisions. Each is an event; the machine says whether it is taken. */
export function decisionRoutes(route: Route, services: Services): void {
  const made = async (account: Account, asked: Parameters<typeof makeDecision>[2]) => {
    const config = await effectiveConfig(services);
    const deciding = { ...services, config };
    if (asked.decision !== 'approve') return makeDecision(deciding, account.id, asked);
    await checkExtent(services, asked);
    const fourEyes = await secondOpinions(services, asked, account.id);
    return makeDecision(deciding, account.id, { ...asked, fourEyes });
  };
  const decide = async (
    decision: Decision,
    input: { applicationNumber: string; revision: number },
    account: Account,
  ) => {
    const { event, particulars } = await made(account, { ...input, decision });
    const { applicationNumber } = input;
    const permit = () => requireLink(services, applicationNumber);
    return applyEvent(services, applicationNumber, event, {
      ...particulars,
      ...(decision === 'approve' && { permit }),
    });
  };
  for (const decision of Object.keys(decisions) as Decision[])
    route(decisionCalls[decisions[decision].call], (input, { account }) =>
      decide(decision, input, account),
    );

  route(endpoints.deskPreview, async (input, { account }) => {
    const { applicationNumber } = input;
    const preview = await previewDecision(services, applicationNumber, await made(account, input));
    // It shows whose application it is, to a program also without the page.
    const event = { by: account, action: 'application.open', detail: 'preview' } as const;
    recordRead(services, { ...event, reference: applicationNumber });
    return preview;
  });

  route(endpoints.deskReportPreview, (input, { language }) =>
    previewReport(services, input, language),
  );

  route(endpoints.deskModels, () => vehicleSource(services).models());

  route(endpoints.decisionLetter, async ({ applicationNumber }, { account }) =>
    decisionLetter(services, await ownApplication(services, account, applicationNumber)),
  );

  route(endpoints.deskDecisionLetter, async ({ applicationNumber }, { account }) => {
    const application = await services.store.db
      .selectFrom('application')
      .selectAll()
      .where('number', '=', applicationNumber)
      .executeTakeFirst();
    if (!application) throw new ApiError(codes.notFound);
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
      label: refusalGroundText(language, code as keyof typeof refusalGrounds),
    })),
  );

  route(endpoints.deskInformationItems, async ({ applicationNumber }, { language }) => {
    const { db } = services.store;
    const application = await db
      .selectFrom('application')
      .select(['kind', 'state', 'requester_id'])
      .where('number', '=', applicationNumber)
      .executeTakeFirst();
    if (!application) throw new ApiError(codes.notFound);
    const requester = await requesterOf(db, application);
    const [say, sayToRequester] = [wordsOf(language), wordsOf(requester.language)];
    return itemsToAskFor(application.kind, application.state).map((code) => ({
      code,
      label: say(informationItemTexts[code].label),
      wording: sayToRequester(informationItemTexts[code].wording),
    }));
  });
}
