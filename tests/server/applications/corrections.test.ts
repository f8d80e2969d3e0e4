import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import type { RefusalGround } from '#machines/refusal-grounds.ts';
import { passDeadlines, remind } from '#server/applications/deadlines/deadlines.ts';
import { purgeApplications as eraseExpired } from '#server/applications/retention.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { type Answer, changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { givenRequest } from '#tests/server/public-request.ts';
import { generateDue, sendDueMail } from '#tests/server/run-due.ts';
import { granted, type Stage, stages, startSeededPortal } from '#tests/server/seeded-portal.ts';

const DAY = 86_400_000;
const portal = portalOfTest(() => startSeededPortal({ TIME_ZONE: 'UTC', ANSWER_DAYS: '14' }));
const { owner, reviewer } = callersOf(portal);
const dayIn = (days: number) =>
  new Date(portal.services.now() + days * DAY).toISOString().slice(0, 10);
let lead: { token: string };
const asLead = async () => {
  lead = { token: await signInAs(portal, 'lead@example.eu', ['reviewer', 'lead']) };
  return lead;
};

type At = { applicationNumber: string; revision: number };

async function at(stage: Stage): Promise<At> {
  const { number: applicationNumber, revision } = await portal.applicationAt(stage);
  return { applicationNumber, revision };
}

const call = async (name: EndpointName, input: object, by = reviewer) =>
  (await portal.call(name, input as never, by)) as Answer<At>;
const shown = ({ applicationNumber }: Pick<At, 'applicationNumber'>) =>
  portal.granted('applicationDetails', { applicationNumber }, owner);
const mailsOf = async ({ applicationNumber }: Pick<At, 'applicationNumber'>) =>
  (await rows(portal.services, 'mail', { application_number: applicationNumber }))
    .map(({ subject, body }) => `${subject}\n${body}`)
    .join('\n');
/** Signs everybody in again, because the clock has ended their sessions. */
async function signInAgain() {
  portal.tokens.owner = await portal.signIn('owner@example.eu');
  portal.tokens.reviewer = await portal.signIn('reviewer@example.eu', { reviewer: true });
}

test.each(['informationRequired', 'awaited', 'dataInformationRequired'] as const)(
  'the desk extends the time to answer, and a new reminder is sent: %s',
  async (stage) => {
    const { applicationNumber, revision } = await at(stage);
    const { answerDueAt } = await shown({ applicationNumber });
    portal.clock.set((answerDueAt ?? 0) - DAY);
    await signInAgain();
    expect(await remind(portal.services)).toBe(1);
    const dueOn = dayIn(10);
    const extended = granted(
      await call('deskExtendDeadline', { applicationNumber, revision, dueOn }),
    );
    const { state, ...after } = await shown(extended);
    expect(after.answerDueAt).toBe(Date.parse(`${dueOn}T23:59:59.999Z`));
    expect(after.history.at(-1)).toMatchObject({ event: 'deadline.extend', from: state });
    expect(await mailsOf(extended)).toMatch(/more time to answer/);
    portal.clock.advance(2 * DAY);
    expect(await passDeadlines(portal.services)).toBe(0);
    portal.clock.set((after.answerDueAt ?? 0) - DAY);
    expect(await remind(portal.services)).toBe(1);
  },
);

test('a new date that is not later is rejected with the name of its field', async () => {
  const sent = await at('awaited');
  for (const dueOn of [dayIn(-1), dayIn(14)])
    expect(await call('deskExtendDeadline', { ...sent, dueOn })).toMatchObject({
      code: codes.invalid,
      data: { fields: [{ field: 'dueOn', problem: 'range' }] },
    });
});

test('the desk withdraws a question', async () => {
  for (const [stage, state] of [
    ['informationRequired', 'qualification.underReview'],
    ['dataInformationRequired', 'dataRequest.underReview'],
  ] as const) {
    const withdrawn = granted(await call('deskWithdrawQuestion', await at(stage)));
    expect(await shown(withdrawn)).toMatchObject({
      state,
      answerDueAt: null,
      informationRequest: null,
    });
    expect(await mailsOf(withdrawn)).toMatch(/do not need to answer it/);
  }
});

const refusal = { ground: 'userNotIdentified', text: 'The proof names another owner.' };
const reason = 'The proof was read wrongly.';

const refusedStages = stages.filter((stage) => stage !== 'approved' && stage !== 'suspended');
test('a lead reopens a refused application in its earlier state', async () => {
  await asLead();
  for (const stage of refusedStages) await expectReopened(stage);
});

async function expectReopened(stage: Stage) {
  const before = await at(stage);
  const { state, informationRequest } = await shown(before);
  const refused = granted(await call('deskRefuse', { ...before, ...refusal }));
  const ended = await shown(refused);
  expect(ended).toMatchObject({ state: 'terminated.byHolder', informationRequest: null });
  expect(ended.decision).not.toEqual([]);
  // An earlier release removed the question from a refused application.
  const gone = { information_request: null, information_items: null };
  if (stage === 'informationRequired')
    await changeRows(portal.services, 'application', { number: refused.applicationNumber }, gone);
  const reopening = { ...refused, text: reason };
  portal.clock.advance(3 * DAY);

  const again = granted(await call('deskReopen', reopening, lead));
  const after = await shown(again);
  const isAwaited = /nformationRequired|awaited/.test(state);
  const due = Date.parse(`${dayIn(14)}T23:59:59.999Z`);
  expect(after).toMatchObject({ state, answerDueAt: isAwaited ? due : null });
  expect(after.decision).toHaveLength(stage === 'withheld' ? 6 : 0);
  expect(after.informationRequest?.text).toBe(informationRequest?.text);
  // Both entries stay.
  expect(after.history.slice(-2)).toMatchObject([
    { event: 'application.refuse', text: expect.stringMatching(/^Article 4\(5\): The proof/) },
    { event: 'application.reopen', text: reason },
  ]);
  const [, mail = ''] = (await mailsOf(again)).split(' reopened\n');
  expect(mail).toContain(reason);
  expect(mail.includes('answer in the portal by')).toBe(isAwaited);
  expect(
    await row(portal.services, 'application', { number: again.applicationNumber }),
  ).toMatchObject({ assignee_id: null, refusal_ground: null });
}

test('a lead reopens an application closed for lack of an answer, but not one that its requester ended', async () => {
  const lapsed = await at('awaited');
  const { answerDueAt } = await shown(lapsed);
  portal.clock.set((answerDueAt ?? 0) + 1);
  expect(await passDeadlines(portal.services)).toBe(1);
  await signInAgain();
  const revision = lapsed.revision + 1;
  const by = await asLead();
  const reopened = granted(await call('deskReopen', { ...lapsed, revision, text: reason }, by));
  const due = Date.parse(`${dayIn(14)}T23:59:59.999Z`);
  expect(await shown(reopened)).toMatchObject({ state: 'dataRequest.awaited', answerDueAt: due });

  const own = granted(await call('terminateOrder', await at('underReview'), owner));
  expectCode(await call('deskReopen', { ...own, text: reason }, by), codes.notAllowedNow);
});

test('a lead reopens a refused application after a settlement body decided for the requester', async () => {
  const refused = granted(await call('deskRefuse', { ...(await at('requested')), ...refusal }));
  const { applicationNumber } = refused;
  const { disputeId } = await portal.granted(
    'disputeRecord',
    { applicationNumber, body: 'settlementBody', bodyName: 'Board', startedOn: dayIn(0) },
    owner,
  );
  const end = { applicationNumber, disputeId, endedOn: dayIn(0), outcome: 'forRequester' } as const;
  await portal.granted('deskDisputeEnd', end, reviewer);
  const by = await asLead();
  const reopened = granted(await call('deskReopen', { ...refused, text: reason }, by));
  expect(await shown(reopened)).toMatchObject({
    state: 'dataRequest.underReview',
    disputes: [{ disputeId, ended: { outcome: 'forRequester' } }],
  });
  granted(await call('deskApprove', reopened));
});

test('an approval and its report can be withdrawn until the report is downloaded, and given again', async () => {
  const first = await at('approved');
  const { applicationNumber } = first;
  const by = await asLead();
  const withdraw = (approved: At) =>
    call('deskWithdrawApproval', { ...approved, text: reason }, by);
  const fetched = async () => (await portal.call('report', { applicationNumber }, owner)).code;

  const early = granted(await withdraw(first));
  expect(await rows(portal.services, 'job', { kind: 'report' })).toEqual([]);
  await generateDue(portal.services);
  expect(await shown(first)).toMatchObject({ report: null });
  const second = granted(await call('deskApprove', early));
  await generateDue(portal.services);
  const withdrawn = granted(await withdraw(second));
  expect(await shown(first)).toMatchObject({ state: 'dataRequest.underReview', report: null });
  expect(await fetched()).toBe(codes.reportNotReady);
  expect(await mailsOf(first)).toMatch(/approval withdrawn/);

  const last = granted(await call('deskApprove', withdrawn));
  await generateDue(portal.services);
  expect(await fetched()).toBe(codes.ok);
  expectCode(await withdraw(last), codes.notAllowedNow);
  await portal.granted('regenerateReport', { applicationNumber }, owner);
  await generateDue(portal.services);
  expectCode(await withdraw(last), codes.notAllowedNow);
});

test('a reopening that is sent twice takes effect once, and the authority is not notified of the refusal', async () => {
  const before = await at('awaited');
  const refused = granted(
    await call('deskRefuse', { ...before, ...refusal, ground: 'tradeSecrets' }),
  );
  expect(await rows(portal.services, 'authority_notice')).toHaveLength(1);
  const by = await asLead();
  const reopened = granted(await call('deskReopen', { ...refused, text: reason }, by));
  expect(granted(await call('deskReopen', { ...refused, text: reason }, by))).toEqual(reopened);
  expect(await rows(portal.services, 'authority_notice')).toEqual([]);
});

test('an authority that was mailed about a refusal is mailed about its reopening', async () => {
  const by = await asLead();
  const authorityMailbox = 'authority@example.eu';
  await portal.granted('deskSettingsChange', { authorityMailbox }, by);
  const mailed = async ({ applicationNumber: application_number }: At) => {
    const about = { application_number, recipient: authorityMailbox };
    const mails = await rows(portal.services, 'mail', about);
    return mails.map(({ subject }) => subject).toSorted();
  };
  const refuse = async (ground: RefusalGround) =>
    granted(await call('deskRefuse', { ...(await at('awaited')), ...refusal, ground }));

  const refused = await refuse('tradeSecrets');
  await sendDueMail(portal.services);
  const decision = { ...refused, text: reason, decision: 'reopen' };
  const preview = await portal.call('deskPreview', decision as never, by);
  expect(granted(preview)).toMatchObject({ notifiesAuthority: true });
  granted(await call('deskReopen', { ...refused, text: reason }, by));
  expect(await mailed(refused)).toEqual([
    `Notice: access to data refused, application ${refused.applicationNumber}`,
    `Notice: refusal taken back, application ${refused.applicationNumber}`,
  ]);

  const other = await refuse('userNotIdentified');
  await sendDueMail(portal.services);
  granted(await call('deskReopen', { ...other, text: reason }, by));
  expect(await mailed(other)).toEqual([]);
});

test('nothing can be downloaded while sharing is suspended, nor after a lead ended it, until it is resumed', async () => {
  const approved = await at('approved');
  await generateDue(portal.services);
  const { applicationNumber } = approved;
  const fetched = async () =>
    (await portal.call('report', { applicationNumber }, owner)).response.statusCode;
  const expectEach = async (code: number) => {
    for (const name of ['report', 'reportPreview', 'resendPassword', 'regenerateReport'] as const)
      expectCode(await portal.call(name, { applicationNumber }, owner), code, name);
  };
  expect(await fetched()).toBe(200);
  const suspended = granted(await call('deskSuspend', { ...approved, text: reason }));
  await expectEach(codes.sharingSuspended);
  const { history, ...record } = await shown(approved);
  expect(record).toMatchObject({ state: 'suspended', code: 5 });
  expect(history.at(-1)).toMatchObject({
    event: 'sharing.suspend',
    role: 'reviewer',
    text: reason,
  });
  const by = await asLead();
  const ended = granted(await call('deskEndSharing', { ...suspended, text: reason }, by));
  const { state, decision } = await shown(approved);
  expect(state).toBe('terminated.byHolder');
  expect(decision.join('\n')).toContain(reason);
  await expectEach(codes.notAllowedNow);

  const reopened = granted(await call('deskReopen', { ...ended, text: reason }, by));
  granted(await call('deskResume', reopened));
  expect(await fetched()).toBe(200);
  await portal.granted('regenerateReport', { applicationNumber }, owner);
});

test('the job of a report ends with the sharing, and is queued again after a reopening', async () => {
  const approved = await at('approved');
  const { applicationNumber } = approved;
  const suspended = granted(await call('deskSuspend', { ...approved, text: reason }));
  const by = await asLead();
  const ended = granted(await call('deskEndSharing', { ...suspended, text: reason }, by));
  await generateDue(portal.services);
  expect(await rows(portal.services, 'job', { kind: 'report' })).toEqual([]);
  const reopened = granted(await call('deskReopen', { ...ended, text: reason }, by));
  granted(await call('deskResume', reopened));
  await generateDue(portal.services);
  const { response } = await portal.call('report', { applicationNumber }, owner);
  expect(response.statusCode).toBe(200);
});

test('an approval for a public-sector body is suspended and ended; the body still reports the erasure', async () => {
  const applicationNumber = await givenRequest(portal, portal.tokens.owner, {});
  const { revision } = await row(portal.services, 'application', { number: applicationNumber });
  const suspended = granted(
    await call('deskSuspend', { applicationNumber, revision, text: reason }),
  );
  const [, mail = ''] = (await mailsOf(suspended)).split('data suspended\n');
  expect(mail).toContain(reason);
  expect(mail).not.toMatch(/trade secrets/);
  granted(await call('deskEndSharing', { ...suspended, text: reason }, await asLead()));
  // The application is kept until the body reports the erasure, which is still possible.
  portal.clock.advance(20 * 365 * DAY);
  await eraseExpired(portal.services);
  await signInAgain();
  const ledger = await portal.granted('deskErasureLedger', { page: 1, pageSize: 10 }, reviewer);
  expect(ledger.items.map((item) => item.applicationNumber)).toEqual([applicationNumber]);
  const queue = await portal.granted(
    'deskQueue',
    { outcome: 'sharingEnded', page: 1, pageSize: 10 },
    reviewer,
  );
  expect(queue.items).toMatchObject([{ outcome: 'sharingEnded', number: applicationNumber }]);
  const erasedOn = new Date(portal.services.now()).toISOString().slice(0, 10);
  const notice = await portal.call('erasureNotify', { applicationNumber, erasedOn }, owner);
  expectCode(notice, codes.ok);
});
