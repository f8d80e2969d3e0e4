import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { NOTIFY_AUTHORITY_WITHIN_MS } from '#contract/notices.ts';
import { purgeApplications } from '#server/applications/retention.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { disputePackOf } from '#tests/server/applications/disputes/dispute-pack-of.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { type Answer, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(() => startSeededPortal({ AUTHORITY_MAILBOX: 'takes-no-mail' }));
const { reviewer, lead } = callersOf(portal, { lead: ['lead'] });

async function refused(ground: 'safetyRequirements' | 'tradeSecrets' | 'userNotIdentified') {
  const { number: applicationNumber, revision } = await portal.applicationAt('underReview');
  const refusal = { applicationNumber, revision, ground, text: 'Because of that.' };
  await portal.granted('deskRefuse', refusal, reviewer);
  return applicationNumber;
}

const noticeOf = async (applicationNumber: string) =>
  (await portal.granted('deskApplication', { applicationNumber }, lead)).authorityNotice;
const queued = () =>
  portal.granted('deskQueue', { authority: true, page: 1, pageSize: 20 }, reviewer);

test('a notice to an authority without mail is a task, overdue until a lead records it, and in the dispute pack', async () => {
  const number = await refused('safetyRequirements');
  const other = await refused('userNotIdentified');
  const refusedAt = portal.services.now();
  for (const [at, overdue] of [
    [refusedAt + NOTIFY_AUTHORITY_WITHIN_MS, 0],
    [refusedAt + NOTIFY_AUTHORITY_WITHIN_MS + 1, 1],
  ] as const) {
    portal.clock.set(at);
    const token = await portal.signIn('reviewer@example.eu');
    const { authorityNotices } = await portal.granted('deskQueue', { authority: true }, { token });
    expect(authorityNotices).toEqual({ count: 1, overdue });
  }
  portal.clock.set(refusedAt);
  const { length: mails } = await rows(portal.services, 'mail');
  expect(await noticeOf(other)).toBeNull();
  expect(await noticeOf(number)).toEqual({ since: refusedAt, notified: null, earlier: [] });
  expect(await queued()).toMatchObject({
    total: 1,
    items: [{ number }],
    authorityNotices: { count: 1, overdue: 0 },
  });

  const notified = { applicationNumber: number, notifiedOn: '2026-11-20', how: 'Portal, no. 7.' };
  const early = await portal.call(
    'deskAuthorityNotified',
    { ...notified, notifiedOn: '2099-01-01' },
    lead,
  );
  expectAnswer(early, { status: 400, code: codes.invalid });
  expect(early.data).toEqual({ fields: [{ field: 'notifiedOn', problem: 'range' }] });
  const ofOther = { ...notified, applicationNumber: other };
  expectCode(await portal.call('deskAuthorityNotified', ofOther, lead), codes.notAllowedNow);

  portal.clock.advance(1000);
  await portal.granted('deskAuthorityNotified', notified, lead);
  expect(await noticeOf(number)).toEqual({
    since: refusedAt,
    notified: {
      on: '2026-11-20',
      how: 'Portal, no. 7.',
      recordedBy: 'lead@example.eu',
      at: portal.services.now(),
    },
    earlier: [],
  });
  const notices = (await disputePackOf(portal, number, lead)).get('notices.json');
  expect(JSON.parse(String(notices))).toMatchObject({
    authority: { notified: { on: '2026-11-20', how: 'Portal, no. 7.' }, earlier: [] },
    passedOn: [],
    erasedOn: null,
  });
  expect(await queued()).toMatchObject({ total: 0, authorityNotices: { count: 0, overdue: 0 } });
  expectCode(await portal.call('deskAuthorityNotified', notified, lead), codes.notAllowedNow);
  expect(await rows(portal.services, 'audit_entry', { action: 'authority.notify' })).toMatchObject([
    { application_number: number, actor: 'lead@example.eu', detail: '2026-11-20' },
  ]);
  expect(await rows(portal.services, 'mail')).toHaveLength(mails);

  expect((await verifyChains(portal.services)).broken).toEqual([]);
});

test('withholding data adds a task, which a later refusal reopens', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('requested');
  const text = 'The agreed access control is missing.';
  const withheld = await portal.call(
    'deskWithhold',
    { applicationNumber, revision, text },
    reviewer,
  );
  const withheldAt = portal.services.now();
  const task = { since: withheldAt, notified: null, earlier: [] };
  expect(await noticeOf(applicationNumber)).toEqual(task);

  const resume = { applicationNumber, revision: granted(withheld).revision };
  const again = await portal.granted('deskResume', resume, reviewer);
  portal.clock.advance(1000);
  const resentDecision = { applicationNumber, revision: again.revision, text };
  const second = await portal.granted('deskWithhold', resentDecision, reviewer);
  expect(await noticeOf(applicationNumber)).toEqual(task);

  const notified = { applicationNumber, notifiedOn: '2026-11-20', how: 'Portal, no. 8.' };
  await portal.granted('deskAuthorityNotified', notified, lead);
  portal.clock.advance(1000);
  const refusal = { applicationNumber, revision: second.revision, ground: 'tradeSecrets' } as const;
  await portal.granted('deskRefuse', { ...refusal, text: 'Because of that.' }, reviewer);
  const refusedAt = portal.services.now();
  const earlier = {
    since: withheldAt,
    on: '2026-11-20',
    how: 'Portal, no. 8.',
    recordedBy: 'lead@example.eu',
    at: refusedAt - 1000,
  };
  expect(await noticeOf(applicationNumber)).toEqual({
    since: refusedAt,
    notified: null,
    earlier: [earlier],
  });
  const byLetter = { ...notified, how: 'By letter.' };
  await portal.granted('deskAuthorityNotified', byLetter, lead);
  expect(await noticeOf(applicationNumber)).toMatchObject({
    notified: { how: 'By letter.' },
    earlier: [earlier],
  });
});

test('a reopening keeps the task of an earlier withholding', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('requested');
  const withheldAt = portal.services.now();
  const decide = async (name: EndpointName, revision: number, input: object, by = reviewer) => {
    const sent = { applicationNumber, revision, ...input };
    portal.clock.advance(1000);
    return granted((await portal.call(name, sent as never, by)) as Answer<typeof sent>).revision;
  };
  portal.clock.set(withheldAt - 1000);
  const withheld = await decide('deskWithhold', revision, { text: 'Access control is missing.' });
  const resumed = await decide('deskResume', withheld, {});
  const ground = 'userNotIdentified';
  const ended = await decide('deskRefuse', resumed, { ground, text: 'Because of that.' });
  await decide('deskReopen', ended, { text: 'The user is identified.' }, lead);
  expect(await noticeOf(applicationNumber)).toMatchObject({ since: withheldAt, notified: null });
});

test('a refused application is not erased before the authority was notified', async () => {
  const number = await refused('tradeSecrets');
  portal.clock.advance(portal.services.config.RECORD_DAYS + 1);
  await purgeApplications(portal.services);
  expect(await rows(portal.services, 'application', { number })).toHaveLength(1);
  const notified = { applicationNumber: number, notifiedOn: '2026-11-20', how: 'By letter.' };
  const token = await portal.signIn('lead@example.eu');
  await portal.granted('deskAuthorityNotified', notified, { token });
  await purgeApplications(portal.services);
  expect(await rows(portal.services, 'application', { number })).toEqual([]);
  expect(await rows(portal.services, 'authority_notice', { application_number: number })).toEqual(
    [],
  );
});
