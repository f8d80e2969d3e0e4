import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditAction } from '#contract/audit.ts';
import { accessActions } from '#contract/audit.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { ordered, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';

/** Personal data of the requester, to be found anywhere in a response. */
const OWNER = /owner@example\.eu|Nowak|VF1AAAAAAAA000001|proof\.pdf/;

type Reading = { action: AuditAction; detail?: string | RegExp } | 'tells of nobody' | 'is the log';

/** Every call that staff alone may make, with what the log says when it was made. */
const calls: Partial<Record<EndpointName, [reading: Reading, input?: object]>> = {
  deskQueue: [{ action: 'queue.list', detail: /VD-/ }, { search: 'Nowak' }],
  deskQueueExport: [
    { action: 'queue.export', detail: /VD-/ },
    { format: 'csv', search: 'Nowak' },
  ],
  deskViews: ['tells of nobody'],
  deskViewSave: ['tells of nobody'],
  deskViewForget: ['tells of nobody'],
  deskApplication: [{ action: 'application.open' }],
  deskTake: [{ action: 'application.take' }],
  deskHandOver: [{ action: 'application.handOver' }],
  deskRelease: [{ action: 'application.release' }],
  deskPresence: ['tells of nobody'],
  deskWatch: ['tells of nobody'],
  deskMails: ['tells of nobody'],
  deskMailsChange: ['tells of nobody'],
  deskOpinionAsk: [{ action: 'note.add' }],
  deskOpinionGive: ['tells of nobody'],
  deskDeadlines: ['tells of nobody'],
  deskNoteAdd: [{ action: 'note.add' }],
  deskNoteChange: ['tells of nobody'],
  deskPreview: [{ action: 'application.open', detail: 'preview' }, { decision: 'approve' }],
  deskReportPreview: ['tells of nobody'],
  deskModels: ['tells of nobody'],
  deskInformationItems: ['tells of nobody'],
  deskGrounds: ['tells of nobody'],
  deskGrants: [{ action: 'grant.list', detail: /^[\da-f-]{36}$/ }],
  deskGrantSuspend: ['tells of nobody'],
  deskGrantResume: ['tells of nobody'],
  deskDecisionLetter: [{ action: 'file.open', detail: /\.docx$/ }],
  deskStartReview: ['tells of nobody'],
  deskPassQualification: ['tells of nobody'],
  deskRequestInformation: [{ action: 'information.request' }],
  deskApprove: [{ action: 'data.approve' }],
  deskWithhold: [{ action: 'sharing.withhold' }],
  deskSuspend: ['tells of nobody'],
  deskResume: ['tells of nobody'],
  deskRefuse: [{ action: 'application.refuse' }],
  deskExtendDeadline: ['tells of nobody'],
  deskWithdrawQuestion: ['tells of nobody'],
  deskWithdrawApproval: ['tells of nobody'],
  deskEndSharing: ['tells of nobody'],
  deskReopen: ['tells of nobody'],
  deskUndo: ['tells of nobody'],
  operationState: ['tells of nobody'],
  operationRetry: ['tells of nobody'],
  operationGiveUp: ['tells of nobody'],
  deskTemplates: ['tells of nobody'],
  deskTemplateSave: [{ action: 'template.save', detail: 'Second page' }],
  deskTemplateRemove: ['tells of nobody'],
  deskTemplateTexts: [{ action: 'application.open', detail: 'template' }],
  deskErasureLedger: ['tells of nobody'],
  deskErasureRecord: ['tells of nobody'],
  deskAuthorityNotified: ['tells of nobody'],
  deskDisputeRecord: [{ action: 'dispute.record' }],
  deskDisputeEnd: ['tells of nobody'],
  deskDisputePack: [{ action: 'dispute.pack' }],
  deskAcknowledgementAsk: ['tells of nobody'],
  deskQuoteSend: ['tells of nobody'],
  deskQuoteWithdraw: ['tells of nobody'],
  secondFactorState: ['tells of nobody'],
  secondFactorBegin: ['tells of nobody'],
  secondFactorConfirm: ['tells of nobody'],
  secondFactorGive: ['tells of nobody'],
  passkeyRegisterBegin: ['tells of nobody'],
  passkeyRegister: ['tells of nobody'],
  passkeyRemove: ['tells of nobody'],
  passkeyGiveBegin: ['tells of nobody'],
  passkeyGive: ['tells of nobody'],
  staffNominations: ['tells of nobody'],
  staffNominationConfirm: ['tells of nobody'],
  staffNominationDecline: ['tells of nobody'],
  staffList: ['tells of nobody'],
  staffChange: [{ action: 'staff.change' }],
  staffUnlock: [{ action: 'address.unlock' }],
  staffForgetSecondFactor: [{ action: 'secondFactor.forget' }],
  staffUnlinkCompany: [{ action: 'company.unlink' }],
  deskSettingsRead: ['tells of nobody'],
  deskSettingsChange: [{ action: 'settings.change' }],
  auditTrail: ['is the log', {}],
  auditVerify: ['tells of nobody'],
  auditExport: [{ action: 'audit.export', detail: 'jsonl' }, { format: 'jsonl' }],
  officeFigures: ['tells of nobody'],
  chartFigures: ['tells of nobody'],
  chartCases: ['tells of nobody'],
  chartConformance: ['tells of nobody'],
  chartTimeline: ['tells of nobody'],
  chartLog: [{ action: 'log.export', detail: 'xes' }, { format: 'xes' }],
};

const template = endpoints.deskTemplateSave.example;
const portal = portalOfFile(startSeededPortal);
let token: string;
let colleague: string;
/** Of the owner: with the data asked for, and refused. */
let pending: { number: string; revision: number };
let refused: string;
beforeAll(async () => {
  token = await signInAs(portal, 'reader@example.eu', ['lead']);
  await portal.call('liveGrantRequest', { vehicleId: VEHICLE }, { token: portal.tokens.owner });
  await signInAs(portal, 'colleague@example.eu', ['reviewer']);
  const [account] = await rows(portal.services, 'account', { email: 'colleague@example.eu' });
  colleague = account?.id ?? '';
  const person = { issuer: 'https://company.example', subject: 'colleague', created_at: 0 };
  await portal.services.store.transact((trx) =>
    trx
      .insertInto('company_identity')
      .values({ ...person, account_id: colleague })
      .execute(),
  );
});
// One for each, so that calls do not affect each other.
beforeEach(async () => {
  pending = await portal.applicationAt('requested');
  const { number: applicationNumber, revision } = await portal.applicationAt('underReview');
  refused = applicationNumber;
  const refusal = {
    applicationNumber,
    revision,
    ground: 'userNotIdentified',
    text: 'No.',
  } as const;
  await portal.call('deskRefuse', refusal, { token: portal.tokens.reviewer });
});

function inputOf(name: EndpointName, more: object | undefined): object {
  const { example } = endpoints[name] as Endpoint;
  const number = name === 'deskDecisionLetter' ? refused : pending.number;
  return {
    ...(more && !('decision' in more) ? {} : (example as object)),
    ...('applicationNumber' in Object(example) &&
      name !== 'auditTrail' && { applicationNumber: number }),
    ...('revision' in Object(example) && { revision: pending.revision }),
    ...(name === 'deskHandOver' && { to: colleague }),
    ...(name === 'deskOpinionAsk' && { of: colleague }),
    ...(['staffForgetSecondFactor', 'staffUnlinkCompany'].includes(name) && {
      email: 'colleague@example.eu',
    }),
    ...(name === 'deskSettingsChange' && { remindDays: 9 }),
    ...more,
  };
}

const isAccess = (action: string) => accessActions.some((one) => one === action);
const entries = async () =>
  (await rows(portal.services, 'audit_entry')).toSorted((a, b) => a.seq - b.seq);

test('every call of the staff has a case', () => {
  const staffs = (Object.entries(endpoints) as [string, Endpoint][])
    .filter(([, { path }]) => /^\/server\/(desk|charts)\//.test(path))
    .map(([name]) => name);
  expect(Object.keys(calls).toSorted()).toEqual(staffs.toSorted());
});

describe.each(Object.entries(calls))('%s', (key, [reading, more]) => {
  const name = key as EndpointName;

  test('reveals nothing of a requester that is not logged', async () => {
    const applicationNumber = pending.number;
    // Only a taken application can be released.
    if (name === 'deskRelease') await portal.call('deskTake', { applicationNumber }, { token });
    // Where no template fits, nothing is read.
    if (name === 'deskTemplateTexts')
      await portal.call('deskTemplateSave', { ...template, name: 'Other' }, { token });
    const before = await entries();
    const { response, code, message } = await portal.call(name, inputOf(name, more) as never, {
      token,
    });
    // Who comes in, or does not, is another matter.
    const added = (await entries()).slice(before.length).filter(({ action }) => !isAccess(action));
    if (typeof reading === 'string') {
      if (reading === 'tells of nobody') expect(response.body).not.toMatch(OWNER);
      expect(added).toEqual([]);
      return;
    }
    expect(`${code} ${message}`).toMatch(/^200 /);
    expect(added).toHaveLength(1);
    const [entry] = added;
    expect(entry).toMatchObject({ action: reading.action, actor: 'reader@example.eu' });
    if (reading.detail instanceof RegExp) expect(entry?.detail).toMatch(reading.detail);
    else if (reading.detail) expect(entry?.detail).toBe(reading.detail);
    if (/^(application|note|file)\./.test(reading.action))
      expect(entry?.application_number).toBe(
        name === 'deskDecisionLetter' ? refused : pending.number,
      );
  });
});

test('a file that its owner fetches is not logged', async () => {
  const fileId = await portal.uploaded();
  const before = await entries();
  await portal.call('file', { fileId }, { token: portal.tokens.owner });
  expect(ordered(await entries())).toEqual(ordered(before));
});
