import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditAction } from '#contract/audit.ts';
import { accessActions } from '#contract/audit.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { callersOf } from '#tests/server/callers.ts';
import { addRows, ordered, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';

/** Personal data of the requester, to be found anywhere in a response. */
const OWNER = /owner@example\.eu|Nowak|VF1AAAAAAAA000001|proof\.pdf/;

type Reading = { action: AuditAction; detail?: string | RegExp } | 'revealsNobody' | 'isLog';

/** Calls of staff that are logged. All others reveal no personal data. */
const logged: Partial<Record<EndpointName, [reading: Reading, input?: object]>> = {
  deskQueue: [{ action: 'queue.list', detail: /VD-/ }, { search: 'Nowak' }],
  deskQueueExport: [
    { action: 'queue.export', detail: /VD-/ },
    { format: 'csv', search: 'Nowak' },
  ],
  deskApplication: [{ action: 'application.open' }],
  deskTake: [{ action: 'application.take' }],
  deskHandOver: [{ action: 'application.handOver' }],
  deskHandOverAll: [{ action: 'application.handOver' }],
  deskRelease: [{ action: 'application.release' }],
  deskOpinionAsk: [{ action: 'note.add' }],
  deskNoteAdd: [{ action: 'note.add' }],
  deskPreview: [{ action: 'application.open', detail: 'preview' }, { decision: 'approve' }],
  deskReportPreview: [{ action: 'application.open', detail: 'report' }],
  deskGrants: [{ action: 'grant.list', detail: /^[\da-f-]{36}$/ }],
  deskDecisionLetter: [{ action: 'file.open', detail: /\.docx$/ }],
  deskRequestInformation: [{ action: 'information.request' }],
  deskApprove: [{ action: 'data.approve' }],
  deskWithhold: [{ action: 'sharing.withhold' }],
  deskRefuse: [{ action: 'application.refuse' }],
  deskTemplateSave: [{ action: 'template.save', detail: 'Second page' }],
  deskTemplateTexts: [{ action: 'application.open', detail: 'template' }],
  deskDisputeRecord: [{ action: 'dispute.record' }],
  deskDisputePack: [{ action: 'dispute.pack' }],
  staffChange: [{ action: 'staff.change' }],
  staffUnlock: [{ action: 'address.unlock' }],
  staffForgetSecondFactor: [{ action: 'secondFactor.forget' }],
  staffUnlinkCompany: [{ action: 'company.unlink' }],
  deskSettingsChange: [{ action: 'settings.change' }],
  auditTrail: ['isLog', {}],
  auditExport: [{ action: 'audit.export', detail: 'jsonl' }, { format: 'jsonl' }],
  chartLog: [{ action: 'log.export', detail: 'xes' }, { format: 'xes' }],
};

const template = endpoints.deskTemplateSave.example;
const portal = portalOfFile(startSeededPortal);
const { owner, reviewer } = callersOf(portal);
const by = callersOf(portal, { reader: ['lead'] }).reader;
let colleague: string;
/** Applications of the owner: one with a data request, one that was refused. */
let pending: { number: string; revision: number };
let refused: string;
beforeAll(async () => {
  await portal.call('liveGrantRequest', { vehicleId: VEHICLE }, owner);
  await signInAs(portal, 'colleague@example.eu', ['reviewer']);
  const [account] = await rows(portal.services, 'account', { email: 'colleague@example.eu' });
  colleague = account?.id ?? '';
  const person = { issuer: 'https://company.example', subject: 'colleague', created_at: 0 };
  await addRows(portal.services, 'company_identity', { ...person, account_id: colleague });
});
/** New applications, so that calls do not affect each other. */
async function file(): Promise<void> {
  pending = await portal.applicationAt('requested');
  const { number: applicationNumber, revision } = await portal.applicationAt('underReview');
  refused = applicationNumber;
  const because = { ground: 'userNotIdentified', text: 'No.' } as const;
  await portal.call('deskRefuse', { applicationNumber, revision, ...because }, reviewer);
}
beforeAll(file);

const isAboutApplication = (name: EndpointName) =>
  'applicationNumber' in Object((endpoints[name] as Endpoint).example) && name !== 'auditTrail';

function inputOf(name: EndpointName, more: object | undefined): object {
  const { example } = endpoints[name] as Endpoint;
  const number = name === 'deskDecisionLetter' ? refused : pending.number;
  return {
    ...(more && !('decision' in more) ? {} : (example as object)),
    ...(isAboutApplication(name) && { applicationNumber: number }),
    ...('revision' in Object(example) && { revision: pending.revision }),
    ...(name === 'deskHandOver' && { to: colleague }),
    ...(name === 'deskHandOverAll' && { applicationNumbers: [pending.number], to: colleague }),
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

const ofStaff = (Object.keys(endpoints) as EndpointName[]).filter((name) =>
  /^\/server\/(desk|charts)\//.test(endpoints[name].path),
);

describe.each(ofStaff)('%s', (name) => {
  const [reading, more]: [Reading, object?] = logged[name] ?? ['revealsNobody'];

  test('reveals nothing of a requester that is not logged', async () => {
    if (isAboutApplication(name) || name === 'deskHandOverAll') await file();
    const applicationNumber = pending.number;
    // Only a taken application can be released.
    if (name === 'deskRelease') await portal.call('deskTake', { applicationNumber }, by);
    // Without a matching template, nothing is read.
    if (name === 'deskTemplateTexts')
      await portal.call('deskTemplateSave', { ...template, name: 'Other' }, by);
    const before = await entries();
    const { response, code, message } = await portal.call(name, inputOf(name, more) as never, by);
    // Entries about access are not entries about reads.
    const added = (await entries()).slice(before.length).filter(({ action }) => !isAccess(action));
    if (typeof reading === 'string') {
      if (reading === 'revealsNobody') expect(response.body).not.toMatch(OWNER);
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
  await portal.call('file', { fileId }, owner);
  expect(ordered(await entries())).toEqual(ordered(before));
});
