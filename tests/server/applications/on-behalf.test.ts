import { beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { PersonalForm } from '#contract/personal-form.ts';
import { requestOf } from '#server/reports/report-request.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { row } from '#tests/server/fixture.ts';
import { docxText } from '#tests/server/platform/http/docx-text.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import {
  contents,
  filedForThirdParty,
  granted,
  personalForm,
  requestedForThirdParty,
  startSeededPortal,
  VEHICLE,
} from '#tests/server/seeded-portal.ts';
import { addLink } from '#tests/server/vehicles/fill-store.ts';

const USER = 'owner@example.eu';
const AGENT = 'agent@example.com';

const portal = portalOfFile(startSeededPortal);
const { owner, reviewer } = callersOf(portal);
let agent: { token: string };
beforeAll(async () => {
  await addLink(portal.services.store, VEHICLE, { email: AGENT, onBehalfOf: USER });
  agent = { token: await portal.signIn(AGENT) };
});

test('the vehicles of an account name the user for whom it acts', async () => {
  const vehiclesOf = async (by: { token: string }) =>
    (await portal.granted('currentUser', {}, by)).vehicles;
  expect(await vehiclesOf(agent)).toMatchObject([{ vehicleId: VEHICLE, onBehalfOf: USER }]);
  expect(await vehiclesOf(owner)).toMatchObject([{ onBehalfOf: null }]);
});

test('an account that acts for a user cannot apply for its own use', async () => {
  const form = personalForm([await portal.uploaded(agent.token)]);
  const before = await contents(portal);
  const sent = { submissionId: crypto.randomUUID(), form };
  const answer = await portal.call('personQualificationReview', sent, agent);
  expectCode(answer, codes.invalid);
  expect(answer.response.json().data.fields).toEqual([
    { field: 'form.thirdParty', problem: 'required' },
  ]);
  expect(await contents(portal)).toEqual(before);
});

test('the list, the page and the desk show a third party and its user', async () => {
  const applicationNumber = await filedForThirdParty(portal, AGENT, agent.token);
  const shown = { isForThirdParty: true, personal: { onBehalfOf: USER } };
  const details = await portal.call('applicationDetails', { applicationNumber }, agent);
  expect(granted(details)).toMatchObject(shown);
  const atDesk = await portal.call('deskApplication', { applicationNumber }, reviewer);
  const names = { requesterEmail: AGENT, requesterName: 'Workshop Ltd', userName: 'Anna Nowak' };
  expect(granted(atDesk)).toMatchObject({ ...shown, ...names });
  const own = await filedForThirdParty(portal);
  const ofUser = await portal.granted('applicationDetails', { applicationNumber: own }, owner);
  expect(ofUser.personal).not.toHaveProperty('onBehalfOf');
  const found = await portal.granted('deskQueue', { search: USER } as never, reviewer);
  const item = found.items.find(({ number }) => number === applicationNumber);
  expect(item).toMatchObject(names);
  const stored = await row(portal.services, 'application', { number: applicationNumber });
  expect(stored.requester_name).toBe('workshop ltd');
  const lead = await signInAs(portal, 'lead@example.eu', ['lead']);
  const template = { name: 'Page', decision: 'request', texts: { en: 'Dear {name}' } } as const;
  await portal.granted('deskTemplateSave', template, { token: lead });
  const about = { applicationNumber, decision: 'request' } as const;
  const [offered] = await portal.granted('deskTemplateTexts', about, reviewer);
  expect(offered?.text).toBe('Dear Workshop Ltd');
});

test('a correction of the form keeps the user', async () => {
  const applicationNumber = await filedForThirdParty(portal, AGENT, agent.token);
  await portal.granted('deskStartReview', { applicationNumber, revision: 0 }, reviewer);
  const asked = { applicationNumber, revision: 1, text: 'Which workshop?', dueOn: '2099-01-31' };
  await portal.granted('deskRequestInformation', asked, reviewer);
  const details = () => portal.call('applicationDetails', { applicationNumber }, agent);
  const { onBehalfOf: _, ...filed } = granted(await details()).personal ?? {};
  const personal = { ...filed, purposeDetails: 'A repair.' } as PersonalForm;
  const supplied = { applicationNumber, revision: 2, files: [], personal };
  await portal.granted('qualificationReviewSup', supplied, agent);
  expect(granted(await details()).personal).toEqual({ ...personal, onBehalfOf: USER });
});

test.each([
  [false, { kind: 'thirdParty', name: 'Workshop Ltd', onBehalfOf: USER }],
  [true, { kind: 'thirdParty', name: 'Workshop Ltd' }],
])(
  'the report (masked: %s) names the third party, and the user unless it is masked',
  async (masking, recipient) => {
    const asked = await requestedForThirdParty(portal, agent.token, { masking });
    const { applicationNumber } = await portal.granted('deskApprove', asked, reviewer);
    expect((await requestOf(portal.services, applicationNumber)).recipient).toEqual(recipient);
    const { response } = await portal.call('decisionLetter', { applicationNumber }, agent);
    const letter = await docxText(response.rawPayload);
    expect(letter).toContain('Workshop Ltd\nWarsaw');
    expect(letter).not.toContain('Anna Nowak');
  },
);
