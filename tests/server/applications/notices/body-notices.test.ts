import { beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { MAX_PASSING_ON } from '#contract/notices.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { disputePackOf } from '#tests/server/applications/disputes/dispute-pack-of.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { givenRequest, publicRequest } from '#tests/server/public-request.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(() => startSeededPortal({ DESK_MAILBOX: 'desk@example.eu' }));
const { reviewer } = callersOf(portal);
let body: { token: string };
beforeAll(async () => {
  body = { token: await portal.signIn('roads@example.eu', { language: 'pl' }) };
});

const { applicationNumber: _, ...facts } = endpoints.passingOnNotify.example as InputOf<
  typeof endpoints.passingOnNotify
>;
const passOn = (applicationNumber: string) =>
  portal.call('passingOnNotify', { applicationNumber, ...facts }, body);
const erase = (applicationNumber: string, erasedOn = '2026-11-20') =>
  portal.call('erasureNotify', { applicationNumber, erasedOn, text: 'All of it.' }, body);
const ask = (applicationNumber: string) =>
  portal.call('deskAcknowledgementAsk', { applicationNumber }, reviewer);
const caseOf = (applicationNumber: string) =>
  portal.granted('deskApplication', { applicationNumber }, reviewer);
const mailsTo = async (recipient: string, application_number: string) =>
  (await rows(portal.services, 'mail', { application_number, recipient })).length;

test('a body reports with whom it shares the data, and the desk sees it', async () => {
  const number = await givenRequest(portal, body.token);
  const mails = await mailsTo('desk@example.eu', number);
  granted(await passOn(number));
  granted(await passOn(number));
  expect(await mailsTo('desk@example.eu', number)).toBe(mails + 1);
  const { passedOn } = await caseOf(number);
  expect(passedOn).toEqual([{ noticeId: expect.any(String), at: portal.services.now(), ...facts }]);
  expect(
    await portal.granted('applicationDetails', { applicationNumber: number }, body),
  ).toMatchObject({ passedOn });
  const other = { applicationNumber: number, ...facts, organisation: 'Another Institute' };
  await portal.granted('passingOnNotify', other, body);
  expect(
    (await caseOf(number)).passedOn.map(({ organisation }) => organisation).toSorted(),
  ).toEqual(['Another Institute', facts.organisation].toSorted());
  expectCode(await passOn(await publicRequest(portal, body.token)), codes.notAllowedNow);

  expect((await verifyChains(portal.services)).broken).toEqual([]);
});

test('notices on passing data on are limited per application, also concurrently', async () => {
  const number = await givenRequest(portal, body.token);
  const report = (index: number) =>
    portal.call(
      'passingOnNotify',
      { applicationNumber: number, ...facts, organisation: `Institute ${index}` },
      body,
    );
  for (let index = 0; index < MAX_PASSING_ON - 1; index++) granted(await report(index));
  const answers = await Promise.all([report(-1), report(-2), report(-3)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([
    codes.ok,
    codes.tooManyNotices,
    codes.tooManyNotices,
  ]);
  granted(await report(0));
  expect((await caseOf(number)).passedOn).toHaveLength(MAX_PASSING_ON);
});

test('a dispute pack contains the notices of the body, if there are any', async () => {
  const number = await givenRequest(portal, body.token);
  expect([...(await disputePackOf(portal, number, reviewer)).keys()]).not.toContain('notices.json');
  granted(await passOn(number));
  granted(await erase(number));
  const notices = (await disputePackOf(portal, number, reviewer)).get('notices.json');
  expect(JSON.parse(String(notices))).toEqual({
    authority: null,
    passedOn: [{ noticeId: expect.any(String), at: portal.services.now(), ...facts }],
    acknowledgementAsked: null,
    erasedOn: '2026-11-20',
  });
});

test('a body reports the erasure itself, once and not for a future day', async () => {
  const number = await givenRequest(portal, body.token);
  const mails = await mailsTo('desk@example.eu', number);
  expectCode(await erase(number, '2099-01-01'), codes.invalid);
  granted(await erase(number));
  expect(await mailsTo('desk@example.eu', number)).toBe(mails + 1);
  expectCode(await erase(number), codes.notAllowedNow);
  expect(await caseOf(number)).toMatchObject({
    erasedOn: '2026-11-20',
    erasure: { erasedOn: '2026-11-20', text: 'All of it.', recordedBy: 'roads@example.eu' },
  });
  expectCode(await erase(await publicRequest(portal, body.token)), codes.notAllowedNow);
});

test('in an emergency the body is asked once for public acknowledgement, in its language', async () => {
  const number = await givenRequest(portal, body.token, { type: 'publicEmergency' });
  // Notices of a body and the wish for acknowledgement do not replace each other.
  granted(await passOn(number));
  granted(await ask(await givenRequest(portal, body.token, { type: 'publicEmergency' })));
  const mails = await mailsTo('roads@example.eu', number);
  granted(await ask(number));
  granted(await ask(number));
  expect(await mailsTo('roads@example.eu', number)).toBe(mails + 1);
  expect((await caseOf(number)).acknowledgement).toMatchObject({ at: portal.services.now() });
  expectCode(await ask(await publicRequest(portal, body.token)), codes.notAllowedNow);
  const { number: ofOwner } = await portal.applicationAt('requested');
  expectCode(await ask(ofOwner), codes.notAllowedNow);
});
