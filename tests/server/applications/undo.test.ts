import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { UNDO_MS } from '#machines/limits.ts';
import { syncVehicleLink } from '#server/applications/entitlement.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { type Answer, changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue, projectDue, sendDueMail } from '#tests/server/run-due.ts';
import {
  granted,
  requestAt,
  requestedForThirdParty,
  type Stage,
  stages,
  startSeededPortal,
  VEHICLE,
} from '#tests/server/seeded-portal.ts';
import { endLinks } from '#tests/server/vehicles/fill-store.ts';

const portal = portalOfFile(() =>
  startSeededPortal({ TIME_ZONE: 'UTC', ANSWER_DAYS: '14', UNDO_MS: String(UNDO_MS) }),
);
const { owner, reviewer } = callersOf(portal);
type At = { applicationNumber: string; revision: number };

const call = async (name: EndpointName, input: object, by = reviewer) =>
  (await portal.call(name, input as never, by)) as Answer<At>;

async function at(stage: Stage): Promise<At> {
  const { number: applicationNumber, revision } = await portal.applicationAt(stage);
  portal.clock.advance(UNDO_MS);
  await sendDue();
  return { applicationNumber, revision };
}

const asLead = async () => ({
  token: await signInAs(portal, 'lead@example.eu', ['reviewer', 'lead']),
});

const sendDue = () => sendDueMail(portal.services);
const endLeases = () =>
  changeRows(portal.services, 'job', { kind: 'mail' }, { leased_until: null });
const recipients = (application_number: string) =>
  rows(portal.services, 'recipient', { application_number });
const mailsOf = async ({ applicationNumber }: Pick<At, 'applicationNumber'>) => {
  const mails = await rows(portal.services, 'mail', { application_number: applicationNumber });
  return mails.map(({ subject, sent_at }) => ({ subject, isSent: sent_at !== null }));
};

/** Returns everything that a decision changes, except the time and the revision. */
async function shown({ applicationNumber }: Pick<At, 'applicationNumber'>) {
  const record = await portal.granted('applicationDetails', { applicationNumber }, owner);
  const { state, answerDueAt, informationRequest, history, decision, report } = record;
  const { db } = portal.services.store;
  const left = await db
    .selectFrom('job')
    .select(['kind', 'subject'])
    .where('kind', 'in', ['mail', 'report', 'recipientCopy'])
    .execute();
  const tasks = await rows(portal.services, 'authority_notice', {
    application_number: applicationNumber,
  });
  const mails = await mailsOf({ applicationNumber });
  const { assignee_id, refusal_ground } = await row(portal.services, 'application', {
    number: applicationNumber,
  });
  const stored = { assignee_id, refusal_ground };
  return {
    ...{ state, answerDueAt, informationRequest, history, decision, report },
    ...{ left, tasks, mails, stored },
  };
}

const dueOn = '2099-03-31';
const decisions: [Stage, EndpointName, object][] = [
  ['submitted', 'deskStartReview', {}],
  ['submitted', 'deskRefuse', { ground: 'safetyRequirements', text: 'It is not safe.' }],
  ['underReview', 'deskPassQualification', {}],
  ['underReview', 'deskRequestInformation', { text: 'Add the second page.', dueOn }],
  ['underReview', 'deskRefuse', { ground: 'tradeSecrets', text: 'It is a trade secret.' }],
  ['informationRequired', 'deskExtendDeadline', { dueOn }],
  ['informationRequired', 'deskWithdrawQuestion', {}],
  ['informationRequired', 'deskRefuse', { ground: 'tradeSecrets', text: 'It is a secret.' }],
  ['awaited', 'deskExtendDeadline', { dueOn }],
  ['awaited', 'deskRefuse', { ground: 'tradeSecrets', text: 'It is a trade secret.' }],
  ['requested', 'deskApprove', {}],
  ['requested', 'deskWithhold', { text: 'Access control is missing.' }],
  ['dataInformationRequired', 'deskWithdrawQuestion', {}],
  ['withheld', 'deskResume', {}],
  ['approved', 'deskSuspend', { text: 'The data were published.' }],
  ['suspended', 'deskResume', {}],
  ['suspended', 'deskEndSharing', { text: 'The measures will not be taken.' }],
  ['approved', 'deskWithdrawApproval', { text: 'It was approved by mistake.' }],
  ...stages
    .filter((stage) => stage !== 'approved')
    .map((stage): (typeof decisions)[number] => [
      stage,
      'deskReopen',
      { text: 'It was a mistake.' },
    ]),
];
const ofLeads: readonly EndpointName[] = ['deskEndSharing', 'deskWithdrawApproval', 'deskReopen'];

/** Ends an application, and lets the time to undo pass. */
async function ended(stage: Stage): Promise<At> {
  const open = await at(stage);
  const text = 'It is a trade secret.';
  const end = granted(
    stage === 'suspended'
      ? await call('deskEndSharing', { ...open, text }, await asLead())
      : await call('deskRefuse', { ...open, text, ground: 'tradeSecrets' }),
  );
  portal.clock.advance(UNDO_MS);
  await sendDue();
  return end;
}

test.each(decisions)('%s: %s is undone without remaining effect', async (stage, name, input) => {
  const before = name === 'deskReopen' ? await ended(stage) : await at(stage);
  const { applicationNumber } = before;
  const { id: assignee_id } = await row(portal.services, 'account', {
    email: 'reviewer@example.eu',
  });
  await changeRows(
    portal.services,
    'application',
    { number: applicationNumber },
    { assignee_id, reminded_revision: before.revision },
  );
  const was = await shown(before);
  const isLeads = ofLeads.includes(name);
  const by = isLeads ? await asLead() : reviewer;
  const decided = granted(await call(name, { ...before, ...input }, by));
  expect(await shown(before)).not.toEqual(was);
  portal.clock.advance(UNDO_MS - 1);
  await sendDue();
  const undone = granted(await call('deskUndo', decided, by));
  expect(await shown(before)).toEqual(was);
  // A repeated undo has no effect, and the letter is not sent later.
  expect(granted(await call('deskUndo', decided, by))).toEqual(undone);
  portal.clock.advance(UNDO_MS);
  await sendDue();
  expect(await shown(before)).toEqual(was);

  // The restored date is not reminded of again.
  const stored = await row(portal.services, 'application', { number: applicationNumber });
  expect(stored.reminded_revision).toBe(undone.revision);
  const staff = await portal.granted('deskApplication', { applicationNumber }, reviewer);
  const [decision, undo] = staff.history.slice(-2);
  expect(staff.history).toHaveLength(undone.revision + 1);
  expect(undo).toMatchObject({ event: 'decision.undo', from: decision?.to, to: was.state });
  expect(undo?.actor).toBe(isLeads ? 'lead@example.eu' : 'reviewer@example.eu');
  const logged = await rows(portal.services, 'audit_entry', {
    action: 'decision.undo',
    application_number: applicationNumber,
  });
  expect(logged).toHaveLength(1);
  await projectDue(portal.services);
  const steps = await rows(portal.services, 'step', { application_number: applicationNumber });
  expect(steps.filter(({ revision }) => revision > before.revision)).toEqual([]);
  expect(await rows(portal.services, 'deviation')).toEqual([]);
  // A repetition of the undone decision is outdated, but the decision can be made again.
  expectCode(await call(name, { ...before, ...input }, by), codes.outdated);
  granted(await call(name, { ...undone, ...input }, by));
});

test('letters are sent after 10 seconds, also if the process was killed in between', async () => {
  const decided = granted(
    await call('deskRequestInformation', {
      ...(await at('underReview')),
      text: 'Please add the second page.',
      dueOn,
    }),
  );
  const before = await mailsOf(decided);
  expect(before.filter(({ isSent }) => !isSent)).toHaveLength(1);
  portal.clock.advance(UNDO_MS - 1);
  await sendDue();
  expect(await mailsOf(decided)).toEqual(before);
  portal.clock.advance(1);
  expectCode(await call('deskUndo', decided), codes.notAllowedNow);
  await sendDue();
  expect((await mailsOf(decided)).every(({ isSent }) => isSent)).toBe(true);
});

test('a decision is not undone by a colleague, nor once its letter is being sent', async () => {
  const lead = await asLead();
  const decided = granted(await call('deskPassQualification', await at('underReview')));
  expectCode(await call('deskUndo', decided, lead), codes.notAllowedNow);
  await changeRows(portal.services, 'job', { kind: 'mail' }, { leased_until: 8e15 });
  expectCode(await call('deskUndo', decided), codes.notAllowedNow);
  expect((await shown(decided)).state).toBe('dataRequest.awaited');
  await endLeases();
});

test.each([
  ['the requester answers', () => requested],
  ['the requester terminates', () => terminated],
  ['the link ends', () => unlinked],
] as const)('a decision stays in effect when %s, and its letter is sent first', async (_, step) => {
  const decided = granted(await call('deskPassQualification', await at('underReview')));
  await step()(decided);
  expectCode(await call('deskUndo', decided), codes.outdated);
  await sendDue();
  expect(await mailsOf(decided)).toContainEqual({
    subject: expect.stringMatching(/please file your data request/),
    isSent: true,
  });
});

const requested = async (decided: At) =>
  granted(
    await call(
      'personDataApplication',
      { ...decided, form: requestAt(portal.services.now()) },
      owner,
    ),
  );
const terminated = async (decided: At) => granted(await call('terminateOrder', decided, owner));
async function unlinked({ applicationNumber }: At) {
  await endLinks(portal.services.store, VEHICLE, portal.services.now());
  await syncVehicleLink(portal.services, applicationNumber);
  await endLinks(portal.services.store, VEHICLE, null);
}

test('an application that a colleague takes before the undo stays with the colleague', async () => {
  const token = await signInAs(portal, 'colleague@example.eu', ['reviewer']);
  const decided = granted(await call('deskStartReview', await at('submitted')));
  const { applicationNumber } = decided;
  await portal.granted('deskTake', { applicationNumber }, { token });
  granted(await call('deskUndo', decided));
  const record = await portal.granted('deskApplication', { applicationNumber }, reviewer);
  expect(record).toMatchObject({
    state: 'qualification.submitted',
    assignee: { email: 'colleague@example.eu' },
  });
});

const invitations = (application_number: string) =>
  rows(portal.services, 'mail', { application_number, recipient: 'workshop@example.com' });

test('a third party is invited only after 10 seconds, and not if the approval is undone', async () => {
  const { applicationNumber, ...asked } = await requestedForThirdParty(portal);
  const approved = granted(await call('deskApprove', { applicationNumber, ...asked }));
  expect(await recipients(applicationNumber)).toHaveLength(1);
  // Not while the invitation is being sent.
  const [{ id: subject = '' } = {}] = await invitations(applicationNumber);
  await changeRows(portal.services, 'job', { subject }, { leased_until: 8e15 });
  expectCode(await call('deskUndo', approved), codes.notAllowedNow);
  expect(await recipients(applicationNumber)).toHaveLength(1);
  await endLeases();

  granted(await call('deskUndo', approved));
  expect(await recipients(applicationNumber)).toEqual([]);
  portal.clock.advance(UNDO_MS);
  await sendDue();
  expect(await invitations(applicationNumber)).toEqual([]);
});

test.each([
  ['the approval', 'deskApprove', 0],
  ['another decision', 'deskWithhold', 1],
  ['an approval before which the requester named it', 'deskApprove', 1],
] as const)(
  'a recipient whose link is retried stays when %s is undone',
  async (_, name, isFirst) => {
    const asked = await requestedForThirdParty(portal);
    const { applicationNumber } = asked;
    const decide = async () => granted(await call(name, { ...asked, text: 'It is not safe.' }));
    const early = isFirst ? undefined : await decide();
    await portal.granted(
      'nameRecipient',
      { applicationNumber, email: 'workshop@example.com' },
      owner,
    );
    await portal.services.store.db
      .updateTable('job')
      .set({ run_at: portal.services.now() + 60_000, last_error: 'Message failed: 450' })
      .where('kind', '=', 'mail')
      .where('subject', 'in', (query) =>
        query
          .selectFrom('mail')
          .select('id')
          .where('topic', 'like', 'link to%')
          .where('valid_until', '>', portal.services.now()),
      )
      .execute();
    const decided = early ?? (await decide());
    granted(await call('deskUndo', decided));
    expect(await recipients(applicationNumber)).toHaveLength(1);
  },
);

test('a report that was skipped during a suspension is queued again when the suspension is undone', async () => {
  const before = await at('approved');
  const { applicationNumber } = before;
  const suspended = granted(await call('deskSuspend', { ...before, text: 'Published.' }));
  const { services } = portal;
  await services.store.db.deleteFrom('job').where('kind', '=', 'report').execute();
  granted(await call('deskUndo', suspended));
  expect(await rows(services, 'job', { kind: 'report', subject: applicationNumber })).toHaveLength(
    1,
  );
});

test('a report stays until the withdrawal of its approval can no longer be undone', async () => {
  const approved = await at('approved');
  const { applicationNumber } = approved;
  await generateDue(portal.services);
  const download = () => portal.call('report', { applicationNumber }, owner);
  const by = await asLead();
  const text = 'It was approved by mistake.';
  const withdraw = async (revision: number) =>
    granted(await call('deskWithdrawApproval', { applicationNumber, revision, text }, by));
  const reports = () => rows(portal.services, 'report', { application_number: applicationNumber });
  const generated = await reports();

  const first = await withdraw(approved.revision);
  for (const name of ['report', 'reportPreview', 'resendPassword', 'regenerateReport'] as const)
    expectCode(await portal.call(name, { applicationNumber }, owner), codes.reportNotReady, name);
  const undone = granted(await call('deskUndo', first, by));
  expect(await reports()).toEqual(generated);

  // Another event deletes it at once.
  const second = await withdraw(undone.revision);
  expect(await reports()).toEqual(generated);
  const again = granted(await call('deskApprove', second));
  expect(await reports()).toMatchObject([{ state: 'queued' }]);
  portal.clock.advance(UNDO_MS);
  await generateDue(portal.services);
  expect(await reports()).toMatchObject([{ state: 'delivered' }]);

  const third = await withdraw(again.revision);
  portal.clock.advance(UNDO_MS);
  await generateDue(portal.services);
  expect(await reports()).toEqual([]);
  // By a process whose clock is behind.
  portal.clock.advance(-1);
  expectCode(await call('deskUndo', third, by), codes.notAllowedNow);
  expectCode(await download(), codes.reportNotReady);
});

test('an authority is mailed about a reopening, but not about one that is undone', async () => {
  const by = await asLead();
  await portal.granted('deskSettingsChange', { authorityMailbox: 'authority@example.eu' }, by);
  const { applicationNumber, revision } = await ended('awaited');
  const mailed = async () => {
    await sendDue();
    const mails = await rows(portal.services, 'mail', {
      application_number: applicationNumber,
      recipient: 'authority@example.eu',
    });
    return mails.map(({ subject, sent_at }) => [
      /refusal taken back/.test(subject),
      sent_at !== null,
    ]);
  };
  const text = 'It was a mistake.';
  const reopen = async (revision: number) =>
    granted(await call('deskReopen', { applicationNumber, revision, text }, by));
  const reopened = await reopen(revision);
  expect(await mailed()).toEqual([
    [false, true],
    [true, false],
  ]);
  const undone = granted(await call('deskUndo', reopened, by));
  expect(await mailed()).toEqual([[false, true]]);
  await reopen(undone.revision);
  portal.clock.advance(UNDO_MS);
  expect(await mailed()).toEqual([
    [false, true],
    [true, true],
  ]);
});

test('an application assigned by starting its review is unassigned after the undo', async () => {
  const lead = { token: await signInAs(portal, 'lead@example.eu', ['lead']) };
  await portal.granted('deskSettingsChange', { startAssigns: true }, lead);
  const started = granted(await call('deskStartReview', await at('submitted')));
  const { applicationNumber } = started;
  const assignee = async () =>
    (await portal.granted('deskApplication', { applicationNumber }, lead)).assignee?.email;
  expect(await assignee()).toBe('reviewer@example.eu');
  granted(await call('deskUndo', started));
  expect(await assignee()).toBeUndefined();
});
