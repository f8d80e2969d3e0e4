import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { nameOf } from '#tests/components/stub-calls.ts';
import { call } from '#ui/calls/call.ts';
import { queryClient } from '#ui/calls/query-client.ts';
import { beginSession } from '#ui/calls/session.ts';
import { queryOf } from '#ui/calls/use-query.ts';

/** Answers that change through calls. */
const shown = [
  'applicationDetails',
  'currentUser',
  'delivery',
  'deskApplication',
  'deskErasureLedger',
  'deskMails',
  'deskQueue',
  'deskSettingsRead',
  'deskTemplates',
  'deskTemplateTexts',
  'deskViews',
  'draftRead',
  'history',
  'operationState',
  'secondFactorState',
  'sessionList',
  'staffList',
  'staffNominations',
] as const satisfies EndpointName[];
type Shown = (typeof shown)[number];

const CASE: Shown[] = ['deskApplication'];
const CASE_AND_QUEUE: Shown[] = ['deskApplication', 'deskQueue'];
const OWN: Shown[] = ['applicationDetails', 'history'];
const OWN_DETAILS: Shown[] = ['applicationDetails'];
const STAFF: Shown[] = ['staffList', 'staffNominations'];
const FACTOR: Shown[] = ['secondFactorState'];
const SESSIONS: Shown[] = ['sessionList'];
const TEMPLATES: Shown[] = ['deskTemplateTexts', 'deskTemplates'];
const DRAFTS: Shown[] = ['draftRead'];

/** Answers that a call changes; a call without a row changes none of these. */
const changes: Partial<Record<EndpointName, Shown[]>> = {
  deliveryConfirm: ['delivery'],
  deliveryFile: ['delivery'],
  deskTemplateSave: TEMPLATES,
  deskTemplateRemove: TEMPLATES,
  draftSave: DRAFTS,
  draftForget: DRAFTS,
  nameRecipient: OWN_DETAILS,
  withdrawRecipient: OWN_DETAILS,
  operationRetry: ['operationState'],
  operationGiveUp: ['operationState'],
  report: OWN,
  deskStartReview: CASE_AND_QUEUE,
  deskPassQualification: CASE_AND_QUEUE,
  deskRequestInformation: CASE_AND_QUEUE,
  deskApprove: CASE_AND_QUEUE,
  deskResume: CASE_AND_QUEUE,
  deskWithhold: CASE_AND_QUEUE,
  deskSuspend: CASE_AND_QUEUE,
  deskRefuse: CASE_AND_QUEUE,
  confirmContact: OWN_DETAILS,
  deskAcknowledgementAsk: CASE,
  deskAuthorityNotified: CASE_AND_QUEUE,
  deskDisputeEnd: CASE,
  deskDisputeRecord: CASE,
  deskErasureRecord: ['deskApplication', 'deskErasureLedger'],
  deskHandOver: CASE_AND_QUEUE,
  deskMailsChange: ['deskMails'],
  deskNoteAdd: CASE,
  deskOpinionAsk: CASE_AND_QUEUE,
  deskOpinionGive: CASE_AND_QUEUE,
  deskQuoteSend: CASE,
  deskQuoteWithdraw: CASE,
  deskRelease: CASE_AND_QUEUE,
  deskSettingsChange: ['deskSettingsRead'],
  deskTake: CASE_AND_QUEUE,
  deskViewForget: ['deskViews'],
  deskViewSave: ['deskViews'],
  deskWatch: CASE_AND_QUEUE,
  disputeRecord: OWN_DETAILS,
  erasureNotify: OWN_DETAILS,
  extendSession: ['currentUser'],
  passingOnNotify: OWN_DETAILS,
  passkeyGive: FACTOR,
  passkeyRegister: FACTOR,
  passkeyRemove: FACTOR,
  personDataApplication: OWN,
  personDataApplicationSup: OWN,
  personQualificationReview: ['history'],
  publicApplication: ['history'],
  qualificationReviewSup: OWN,
  quoteAnswer: OWN_DETAILS,
  regenerateReport: OWN,
  sessionEnd: SESSIONS,
  sessionEndOthers: SESSIONS,
  staffChange: STAFF,
  staffForgetSecondFactor: STAFF,
  staffNominationConfirm: STAFF,
  staffNominationDecline: STAFF,
  staffUnlinkCompany: STAFF,
  staffUnlock: STAFF,
  terminateOrder: OWN,
};

let asked: EndpointName[] = [];
let answers: Partial<Record<EndpointName, number>> = {};
beforeEach(() => {
  answers = {};
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    const name = nameOf(method, new URL(url, location.origin).pathname);
    asked.push(name);
    return Response.json({ code: answers[name] ?? 200, message: 'OK', data: null });
  });
  beginSession('a-token');
});

/** Calls repeated after a call, while a page shows all answers of `shown`. */
async function askedAfter(name: EndpointName): Promise<EndpointName[]> {
  const ends = shown.map((each) =>
    new QueryObserver(queryClient, queryOf(each, {} as never)).subscribe(() => {}),
  );
  try {
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
    asked = [];
    await call(name, {} as never, { silent: true }).catch(() => {});
    return asked.filter((each) => each !== name).toSorted();
  } finally {
    for (const end of ends) end();
    queryClient.clear();
  }
}

const called = Object.entries<Endpoint>(endpoints)
  .filter(([name, { kind }]) => kind !== 'multipart' && !(shown as string[]).includes(name))
  .map(([name]) => name as EndpointName);

test.each(called)(
  'after %s the page asks again for what it changed, and for nothing else',
  async (name) => {
    expect(await askedAfter(name)).toEqual(changes[name] ?? []);
  },
);

test('also after a refusal: somebody else may have changed it', async () => {
  answers = { terminateOrder: 409 };
  expect(await askedAfter('terminateOrder')).toEqual(OWN);
});
