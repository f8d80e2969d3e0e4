import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { givenRequest } from '#tests/server/public-request.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(() => startSeededPortal({ AUTHORITY_MAILBOX: 'takes-no-mail' }));
const { owner, reviewer, lead } = callersOf(portal, { lead: ['lead'] });

const caseOf = (applicationNumber: string, by = reviewer) =>
  portal.granted('deskApplication', { applicationNumber }, by);
const disputesOf = async (applicationNumber: string) =>
  (await portal.granted('applicationDetails', { applicationNumber }, owner)).disputes;
const subjectsOf = async (application_number: string) => {
  const mails = { application_number, recipient: 'owner@example.eu' };
  return (await rows(portal.services, 'mail', mails)).map(({ subject }) => subject).join('\n');
};
const actionsOf = async (application_number: string) =>
  (await rows(portal.services, 'audit_entry', { application_number })).map(
    ({ action, detail }) => `${action} ${detail ?? ''}`,
  );

const complaint = {
  body: 'court',
  bodyName: 'Rechtbank',
  startedOn: '2026-11-19',
} as const;

test('the desk corrects and withdraws a dispute that it recorded, and the requester is mailed', async () => {
  const { number: applicationNumber } = await portal.applicationAt('underReview');
  const record = { applicationNumber, ...complaint };
  const { disputeId } = await portal.granted('deskDisputeRecord', record, reviewer);
  portal.clock.advance(1000);
  const corrected = { ...record, bodyName: 'Rechtbank Den Haag', corrects: disputeId };
  expect(await portal.granted('deskDisputeRecord', corrected, reviewer)).toEqual({
    applicationNumber,
    disputeId,
  });
  expect(await disputesOf(applicationNumber)).toMatchObject([{ bodyName: 'Rechtbank Den Haag' }]);
  expect(await subjectsOf(applicationNumber)).toContain('dispute corrected');
  // Repeated because its response was lost: no second mail.
  await portal.granted('deskDisputeRecord', corrected, reviewer);
  expect((await subjectsOf(applicationNumber)).match(/dispute corrected/g)).toHaveLength(1);
  expect((await caseOf(applicationNumber)).corrections).toMatchObject([
    {
      about: 'dispute',
      disputeId,
      isWithdrawal: false,
      by: 'reviewer@example.eu',
      recordedBy: 'reviewer@example.eu',
      facts: { bodyName: 'Rechtbank', on: '2026-11-19' },
    },
  ]);

  portal.clock.advance(1000);
  const about = { applicationNumber, about: 'dispute', disputeId } as const;
  await portal.granted('deskRecordWithdraw', about, reviewer);
  expect(await disputesOf(applicationNumber)).toEqual([]);
  expect(await subjectsOf(applicationNumber)).toContain('dispute withdrawn');
  const { disputes, corrections } = await caseOf(applicationNumber);
  expect(disputes).toEqual([]);
  expect(corrections.map(({ facts, isWithdrawal }) => [facts.bodyName, isWithdrawal])).toEqual([
    ['Rechtbank', false],
    ['Rechtbank Den Haag', true],
  ]);
  expectCode(await portal.call('deskRecordWithdraw', about, reviewer), codes.notAllowedNow);
  expect(await actionsOf(applicationNumber)).toEqual(
    expect.arrayContaining([
      `dispute.correct ${disputeId}`,
      `record.withdraw dispute ${disputeId}`,
    ]),
  );
  expect((await verifyChains(portal.services)).broken).toEqual([]);
});

test('a dispute that both sides recorded stays when the desk withdraws its record', async () => {
  const { number: applicationNumber } = await portal.applicationAt('underReview');
  const record = { applicationNumber, ...complaint };
  const { disputeId } = await portal.granted('deskDisputeRecord', record, reviewer);
  await portal.granted('disputeRecord', record, owner);
  const about = { applicationNumber, about: 'dispute', disputeId } as const;
  await portal.granted('deskRecordWithdraw', about, reviewer);
  expect(await disputesOf(applicationNumber)).toMatchObject([{ recordedBy: 'requester' }]);
});

test('the desk corrects and withdraws the outcome of a dispute, which is then open again', async () => {
  const { number: applicationNumber } = await portal.applicationAt('underReview');
  const recorded = await portal.granted(
    'disputeRecord',
    { applicationNumber, ...complaint },
    owner,
  );
  const { disputeId } = recorded;
  const about = { applicationNumber, disputeId };
  const byRequester = { ...complaint, applicationNumber, corrects: disputeId };
  expectCode(await portal.call('deskDisputeRecord', byRequester, reviewer), codes.notAllowedNow);
  expectCode(
    await portal.call('deskRecordWithdraw', { ...about, about: 'dispute' }, reviewer),
    codes.notAllowedNow,
  );
  const end = { ...about, endedOn: '2026-11-20', outcome: 'forRequester' } as const;
  await portal.granted('deskDisputeEnd', end, reviewer);
  const other = { ...end, outcome: 'forHolder', remark: 'Dismissed.', corrects: true } as const;
  await portal.granted('deskDisputeEnd', other, reviewer);
  await portal.granted('deskDisputeEnd', other, reviewer);
  expect((await caseOf(applicationNumber)).corrections).toHaveLength(1);
  portal.clock.advance(1000);
  expect(await disputesOf(applicationNumber)).toMatchObject([
    { ended: { outcome: 'forHolder', remark: 'Dismissed.' } },
  ]);
  expect(await subjectsOf(applicationNumber)).toContain(
    'outcome of the complaint or dispute corrected',
  );

  await portal.granted('deskRecordWithdraw', { ...about, about: 'outcome' }, reviewer);
  expect(await disputesOf(applicationNumber)).toMatchObject([{ ended: null }]);
  expect(await subjectsOf(applicationNumber)).toContain('still open');
  const { corrections } = await caseOf(applicationNumber);
  expect(corrections.map(({ about, facts }) => [about, facts.outcome])).toEqual([
    ['outcome', 'forRequester'],
    ['outcome', 'forHolder'],
  ]);
  expectCode(await portal.call('deskDisputeEnd', other, reviewer), codes.notAllowedNow);
  await portal.granted('deskDisputeEnd', end, reviewer);
});

test('an erasure notice by the desk can be corrected and withdrawn, one by the body cannot', async () => {
  const number = await givenRequest(portal, portal.tokens.owner);
  const record = { applicationNumber: number, erasedOn: '2026-11-18' };
  expectCode(
    await portal.call('deskErasureRecord', { ...record, corrects: true }, reviewer),
    codes.notAllowedNow,
  );
  await portal.granted('deskErasureRecord', { ...record, text: 'Letter.' }, reviewer);
  const before = (await caseOf(number)).recorded;
  const corrected = { ...record, erasedOn: '2026-11-19', corrects: true } as const;
  await portal.granted('deskErasureRecord', corrected, reviewer);
  expect(await caseOf(number)).toMatchObject({
    erasure: { erasedOn: '2026-11-19' },
    corrections: [{ about: 'erasure', facts: { on: '2026-11-18', text: 'Letter.' } }],
  });
  const about = { applicationNumber: number, about: 'erasure' } as const;
  await portal.granted('deskRecordWithdraw', about, reviewer);
  const shown = await caseOf(number);
  expect(shown).toMatchObject({ erasure: null, erasedOn: null });
  expect(shown.corrections).toHaveLength(2);
  expect(shown.recorded).toBeGreaterThan(before);

  await portal.granted('erasureNotify', record, owner);
  expectCode(await portal.call('deskRecordWithdraw', about, reviewer), codes.notAllowedNow);
});

test('a lead corrects and withdraws the record of a notice to the authority', async () => {
  const { number, revision } = await portal.applicationAt('underReview');
  const applicationNumber = number;
  const refusal = { applicationNumber, revision, ground: 'tradeSecrets', text: 'So.' } as const;
  await portal.granted('deskRefuse', refusal, reviewer);
  const record = { applicationNumber, notifiedOn: '2026-11-20', how: 'Portal, no. 7.' };
  expectCode(
    await portal.call('deskAuthorityNotified', { ...record, corrects: true }, lead),
    codes.notAllowedNow,
  );
  await portal.granted('deskAuthorityNotified', record, lead);
  const corrected = { ...record, how: 'Portal, no. 8.', corrects: true } as const;
  portal.clock.advance(1000);
  await portal.granted('deskAuthorityNotified', corrected, lead);
  portal.clock.advance(1000);
  expect((await caseOf(number)).authorityNotice?.notified?.how).toBe('Portal, no. 8.');
  const about = { applicationNumber, about: 'authority' } as const;
  expectCode(await portal.call('deskRecordWithdraw', about, reviewer), codes.forbidden);
  await portal.granted('deskRecordWithdraw', about, lead);
  const { authorityNotice, corrections } = await caseOf(number);
  expect(authorityNotice?.notified).toBeNull();
  expect(corrections.map(({ facts }) => facts.text)).toEqual(['Portal, no. 7.', 'Portal, no. 8.']);
  await portal.granted('deskAuthorityNotified', record, lead);

  // A refusal that was taken back needs no notice.
  const reopening = { applicationNumber, revision: revision + 1, text: 'A mistake.' };
  await portal.granted('deskReopen', reopening, lead);
  await portal.granted('deskAuthorityNotified', corrected, lead);
  await portal.granted('deskRecordWithdraw', about, lead);
  expect((await caseOf(number)).authorityNotice).toBeNull();
});
