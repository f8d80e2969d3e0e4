import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { itemsToAskFor } from '#contract/information-items.ts';
import { refusalGrounds } from '#machines/refusal-grounds.ts';
import { ownApplication } from '../applications/application-routes.ts';
import { applyEvent } from '../applications/apply-event.ts';
import { requesterOf } from '../applications/requester-mail.ts';
import { recordDeed } from '../audit/audit-log.ts';
import { Refusal } from '../http/refusal.ts';
import type { Account, Route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { configInForce } from '../settings/desk-settings.ts';
import { informationItemTexts } from '../texts/information-items.ts';
import { refusalGroundText } from '../texts/options.ts';
import { decisionLetter } from './decision-letter.ts';
import { type Decision, makeDecision } from './decisions.ts';
import { previewDecision } from './preview.ts';
import { previewReport } from './report-preview.ts';

/** The reviewers' decisions. Each is an event; the machine says whether it is taken. */
export function decisionRoutes(route: Route, services: Services): void {
  const made = async (account: Account, asked: Parameters<typeof makeDecision>[2]) => {
    const config = await configInForce(services);
    return makeDecision({ ...services, config }, account.id, asked);
  };
  const decide = async (
    decision: Decision,
    input: { applicationNumber: string; revision: number },
    account: Account,
  ) => {
    const { event, particulars } = await made(account, { ...input, decision });
    return applyEvent(services, input.applicationNumber, event, particulars);
  };
  route(endpoints.deskStartReview, (input, { account }) => decide('start', input, account));
  route(endpoints.deskPassQualification, (input, { account }) => decide('pass', input, account));
  route(endpoints.deskRequestInformation, (input, { account }) =>
    decide('request', input, account),
  );
  route(endpoints.deskApprove, (input, { account }) => decide('approve', input, account));
  route(endpoints.deskRefuse, (input, { account }) => decide('refuse', input, account));

  route(endpoints.deskPreview, async (input, { account }) =>
    previewDecision(services, input.applicationNumber, await made(account, input)),
  );

  route(endpoints.deskReportPreview, ({ applicationNumber }, { language }) =>
    previewReport(services, applicationNumber, language),
  );

  route(endpoints.decisionLetter, async ({ applicationNumber }, { account }) =>
    decisionLetter(services, await ownApplication(services, account, applicationNumber)),
  );

  route(endpoints.deskDecisionLetter, async ({ applicationNumber }, { account }) => {
    const application = await services.store.db
      .selectFrom('application')
      .selectAll()
      .where('number', '=', applicationNumber)
      .executeTakeFirst();
    if (!application) throw new Refusal(codes.notFound);
    const letter = await decisionLetter(services, application);
    const deed = { by: account, action: 'file.open', applicationNumber } as const;
    await services.store.transact((trx) =>
      recordDeed(services, trx, { ...deed, detail: letter.name }),
    );
    return letter;
  });

  route(endpoints.deskGrounds, (_, { language }) =>
    Object.entries(refusalGrounds).map(([code, { article, kind }]) => ({
      code: code as keyof typeof refusalGrounds,
      article,
      kind,
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
    if (!application) throw new Refusal(codes.notFound);
    const requester = await requesterOf(db, application);
    return itemsToAskFor(application.kind, application.state).map((code) => ({
      code,
      label: informationItemTexts[language][code].label,
      wording: informationItemTexts[requester.language][code].wording,
    }));
  });
}
