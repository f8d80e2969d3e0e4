import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { StaffRecord } from '#contract/application-record.ts';
import CaseDisputes from '#desk/disputes/case-disputes.tsx';
import { unsavedKeys } from '#tests/components/drafts.ts';
import { choose, fill, press, set, write } from '#tests/components/filling.ts';
import { openApplication } from '#tests/components/open-application.ts';
import { auditor, reviewer } from '#tests/components/people.ts';
import { sectionOf, textOf } from '#tests/components/reading.ts';
import { caseOf, NUMBER, recordOf } from '#tests/components/records.ts';
import { sendTwice } from '#tests/components/send-rejected.ts';
import { showCase } from '#tests/components/show-at-desk.tsx';
import { answerWith, file, sentTo } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';

type Dispute = StaffRecord['disputes'][number];

const dispute: Dispute = {
  disputeId: 'd1',
  body: 'settlementBody',
  bodyName: 'Geschillencommissie',
  startedOn: '2026-11-12',
  reference: 'G-7',
  recordedBy: 'requester',
  recordedAt: 1,
  ended: null,
  recorder: null,
  endedBy: null,
};
const HEADING = 'Complaints and disputes';
const showDisputes = (record: ReturnType<typeof caseOf>, user = reviewer) =>
  showCase((shown) => <CaseDisputes record={shown} />, { deskApplication: record }, user);
const openCase = (disputes: Dispute[], user = reviewer) =>
  showDisputes(caseOf('personal', 'approved', { disputes }), user);

test('the requester reports a dispute, also about an ended application', async () => {
  const ended = (disputes: Dispute[]) => recordOf('personal', 'terminated.byHolder', { disputes });
  const user = openApplication(ended([]), {
    disputeRecord: () => {
      answerWith({ applicationDetails: ended([dispute]) });
      return { applicationNumber: NUMBER, disputeId: 'd1' };
    },
  });
  await press(user, 'Tell us of a complaint or dispute');
  await press(user, 'Record the dispute');
  const section = await sectionOf(HEADING);
  await within(section).findByRole('link', { name: 'Enter the name of the body' });
  await fill(user, [
    choose('Which body deals with it?', 'Dispute settlement body'),
    write('Name of the body', 'Geschillencommissie'),
    set('Date of the complaint or dispute', '2026-11-12'),
    write('Reference number there (optional)', 'G-7'),
  ]);
  expect(unsavedKeys()).toEqual([expect.stringMatching(/:dispute:/)]);
  await press(user, 'Record the dispute');
  const { body, bodyName, startedOn, reference } = dispute;
  await waitFor(() =>
    expect(sentTo('disputeRecord')).toEqual([
      { applicationNumber: NUMBER, body, bodyName, startedOn, reference },
    ]),
  );
  await waitFor(() => expect(textOf(section)).toContain('Open since 12 November 2026'));
  expect(textOf(section)).toContain('nothing of this application is erased');
});

test('the register of authorities shows where an authority is unknown', async () => {
  const user = openApplication(recordOf());
  await press(user, 'Tell us of a complaint or dispute');
  await user.click(await screen.findByText('Authorities of the Member States'));
  const table = await screen.findByRole('table');
  const states = within(table).getAllByRole('rowheader');
  expect(states).toHaveLength(27);
  const names = states.map(({ textContent }) => textContent ?? '');
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
  expect(names.slice(0, 3)).toEqual(['Austria', 'Belgium', 'Bulgaria']);
  for (const link of within(table).getAllByRole('link')) expect(textOf(link)).not.toBe('');
  within(table).getByRole('link', { name: 'Autoriteit Consument & Markt' });
  expect(within(table).getAllByText('Not known').length).toBeGreaterThan(0);
});

test('a reviewer records the outcome of a dispute and saves the dossier', async () => {
  URL.createObjectURL = vi.fn(() => 'blob:');
  const user = openCase([dispute]);
  const section = await sectionOf(HEADING);
  expect(textOf(section)).toContain(
    'Open since 12 November 2026Geschillencommissie (Dispute settlement body)Reference: G-7Until it has ended, nothing of this application is erased.',
  );
  answerWith({ deskDisputePack: file('zip', `${NUMBER}-dispute.zip`) });
  await user.click(within(section).getByRole('button', { name: 'Dossier for the body (zip)' }));
  await waitFor(() => expect(sentTo('deskDisputePack')).toHaveLength(1));
  await user.click(within(section).getByRole('button', { name: 'Record the outcome' }));
  await fill(user, [choose('Outcome', 'Withdrawn'), set('Ended on', '2026-11-18')]);
  const about = { applicationNumber: NUMBER, disputeId: 'd1' };
  const [button, done] = ['Record the outcome', 'The outcome is recorded.'] as const;
  expect(await sendTwice(user, 'deskDisputeEnd', button, done, { deskDisputeEnd: about })).toEqual([
    { ...about, outcome: 'withdrawn', endedOn: '2026-11-18' },
  ]);
});

test('a reviewer records a dispute on somebody’s behalf', async () => {
  const user = openCase([]);
  const section = await sectionOf(HEADING);
  expect(within(section).queryByRole('button', { name: 'Dossier for the body (zip)' })).toBeNull();
  await user.click(within(section).getByRole('button', { name: 'Record a complaint or dispute' }));
  await fill(user, [
    choose('Which body deals with it?', 'Court'),
    write('Name of the body', 'Rechtbank Den Haag'),
    set('Date of the complaint or dispute', '2026-11-02'),
  ]);
  const recorded = 'The complaint or dispute is recorded.';
  const sent = await sendTwice(user, 'deskDisputeRecord', 'Record the dispute', recorded, {
    deskDisputeRecord: { applicationNumber: NUMBER, disputeId: 'd2' },
  });
  const body = { body: 'court', bodyName: 'Rechtbank Den Haag', startedOn: '2026-11-02' };
  expect(sent).toEqual([{ applicationNumber: NUMBER, ...body }]);
  const again = { name: 'Record a complaint or dispute' };
  await waitFor(() => expect(within(section).getByRole('button', again)).toBeTruthy());
});

test('the outcome of each dispute is recorded once', async () => {
  const ended = { on: '2026-11-18', outcome: 'withdrawn', remark: '', at: 2 } as const;
  const second: Dispute = { ...dispute, disputeId: 'd2', bodyName: 'Autoriteit Consument' };
  const user = openCase([{ ...dispute, disputeId: 'd0', ended }, dispute, second]);
  const section = await sectionOf(HEADING);
  const offered = () => within(section).queryAllByRole('button', { name: 'Record the outcome' });
  expect(offered()).toHaveLength(2);
  await user.click(offered()[1] as HTMLElement);
  answerWith({ deskDisputeEnd: { applicationNumber: NUMBER, disputeId: 'd2' } });
  await within(section).findByRole('group', { name: 'Outcome' });
  expect(within(section).getAllByRole('group', { name: 'Outcome' })).toHaveLength(1);
  await fill(user, [choose('Outcome', 'Withdrawn'), set('Ended on', '2026-11-18')]);
  await user.click(offered().at(-1) as HTMLElement);
  await waitFor(() => expect(sentTo('deskDisputeEnd')[0]?.disputeId).toBe('d2'));
});

test('an auditor reads how a dispute ended and saves the dossier, but records nothing', async () => {
  const ended = { on: '2026-11-18', outcome: 'forHolder', remark: 'Dismissed.', at: 2 } as const;
  openCase([{ ...dispute, reference: '', ended }], auditor);
  const section = await sectionOf(HEADING);
  expect(textOf(section)).toContain('Ended on 18 November 2026');
  expect(textOf(section)).not.toContain('Reference');
  expect(textOf(section)).toContain('Outcome: Decided for the data holder');
  expect(textOf(section)).toContain('Dismissed.');
  const offered = (part: HTMLElement) => within(part).queryAllByRole('button').map(textOf);
  expect(offered(section)).toEqual(['Dossier for the body (zip)']);
  cleanup();
  // Reviewers do neither about their own application: the dossier says who decided.
  showDisputes(caseOf('personal', 'approved', { requester: reviewer.id, disputes: [dispute] }));
  expect(offered(await sectionOf(HEADING))).toEqual([]);
});

test('a reviewer corrects and withdraws a dispute and an outcome; earlier versions are shown', async () => {
  const ended = { on: '2026-11-18', outcome: 'forHolder', remark: null, at: 2 } as const;
  const own: Dispute = { ...dispute, recordedBy: 'reviewer', recorder: 'reviewer@example.eu' };
  const disputes = [own, { ...dispute, disputeId: 'd2', ended }];
  const corrections: CallData<'deskApplication'>['corrections'] = [
    {
      about: 'outcome',
      disputeId: 'd2',
      isWithdrawal: true,
      at: Date.UTC(2026, 10, 19),
      by: 'lead@example.eu',
      facts: { on: '2026-11-17', text: 'Agreed.', outcome: 'settled' },
      recordedBy: 'reviewer@example.eu',
      recordedAt: 2,
    },
  ];
  const user = showDisputes(caseOf('personal', 'approved', { disputes, corrections }));
  const section = await sectionOf(HEADING);
  expect(textOf(section)).toMatch(/Withdrawn on 19 November 2026.* · lead@example\.eu/);
  expect(textOf(section)).toContain('Settled between the parties');
  expect(textOf(section)).toContain('Recorded by reviewer@example.eu');

  const offered = (name: string) => within(section).getAllByRole('button', { name });
  await user.click(offered('Correct this entry')[0] as HTMLElement);
  const focused = () => document.activeElement;
  expect(within(section).getByRole('radio', { checked: true })).toBe(focused());
  await user.click(within(section).getByRole('button', { name: 'Cancel' }));
  expect(within(section).getByRole('heading', { name: HEADING })).toBe(focused());
  // An unchanged entry is not sent.
  await user.click(offered('Correct this entry')[0] as HTMLElement);
  await user.click(within(section).getByRole('button', { name: 'Save' }));
  expect(sentTo('deskDisputeRecord')).toEqual([]);
  await user.click(offered('Correct this entry')[0] as HTMLElement);
  await fill(user, [write('Name of the body', 'Commissie')]);
  answerWith({ deskDisputeRecord: { applicationNumber: NUMBER, disputeId: 'd1' } });
  await user.click(within(section).getByRole('button', { name: 'Save' }));
  const { body, startedOn, reference } = dispute;
  const facts = { body, bodyName: 'Commissie', startedOn, reference };
  await waitFor(() =>
    expect(sentTo('deskDisputeRecord')).toEqual([
      { applicationNumber: NUMBER, ...facts, corrects: 'd1' },
    ]),
  );

  await user.click(await within(section).findByRole('button', { name: 'Correct the outcome' }));
  await fill(user, [choose('Outcome', 'Withdrawn')]);
  answerWith({ deskDisputeEnd: { applicationNumber: NUMBER, disputeId: 'd2' } });
  await user.click(within(section).getByRole('button', { name: 'Save' }));
  const end = { applicationNumber: NUMBER, disputeId: 'd2', endedOn: '2026-11-18' };
  await waitFor(() =>
    expect(sentTo('deskDisputeEnd')).toEqual([{ ...end, outcome: 'withdrawn', corrects: true }]),
  );

  await user.click(await within(section).findByRole('button', { name: 'Withdraw the outcome' }));
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw the outcome?' });
  answerWith({ deskRecordWithdraw: { applicationNumber: NUMBER } });
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw the outcome' }));
  await waitFor(() =>
    expect(sentTo('deskRecordWithdraw')).toEqual([
      { applicationNumber: NUMBER, disputeId: 'd2', about: 'outcome' },
    ]),
  );
});
