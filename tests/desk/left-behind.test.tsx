import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { User } from '#contract/user-info.ts';
import CaseNotices from '#desk/erasure/case-notices.tsx';
import CaseNotes from '#desk/notes/case-notes.tsx';
import QueuePage from '#desk/queue-page.tsx';
import StaffPage from '#desk/staff/staff-page.tsx';
import { storeUnsaved } from '#tests/components/drafts.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { lead, memberOf, otherReviewer, reviewer } from '#tests/components/people.ts';
import { sectionOf, textOf, typedIn } from '#tests/components/reading.ts';
import { caseOf, emptyQueue, NUMBER } from '#tests/components/records.ts';
import { showAtDesk, showCase } from '#tests/components/show-at-desk.tsx';
import { type Answers, rejected, sentTo } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';

const openQueue = () => showAtDesk(<QueuePage />, { deskQueue: emptyQueue }, reviewer, '/desk');
const openCase = (record = caseOf(), user: User = reviewer, answers: Answers = {}) =>
  openPage(
    `/desk/applications/${NUMBER}`,
    { deskApplication: record, deskQueue: emptyQueue, ...answers },
    user,
  );

const openNotes = (record: CallData<'deskApplication'>, user: User, answers: Answers) =>
  showCase(
    (shown) => (
      <>
        <CaseNotices record={shown} />
        <CaseNotes record={shown} />
      </>
    ),
    { deskApplication: record, ...answers },
    user,
  );

describe('input in a case is restored for its author in that case only', () => {
  const notified = caseOf('personal', 'terminated.byHolder', {
    authorityNotice: { since: Date.parse('2026-11-19T08:00:00Z'), notified: null, earlier: [] },
  });

  test.each<[string, string, CallData<'deskApplication'>, User, string, string, string]>([
    ['a note', 'Internal notes', caseOf(), reviewer, 'New note', 'rita:note', 'note'],
    [
      'the remark of an erasure',
      'Erasure of the data',
      caseOf('public', 'approved'),
      reviewer,
      'Remark (optional)',
      'rita:erasure',
      'text',
    ],
    [
      'the notice to the authority',
      'Notice to the competent authority',
      notified,
      lead,
      'How it was notified',
      'lena:authority',
      'how',
    ],
  ])('%s', async (_, heading, record, author, label, draft, name) => {
    const field = async () => within(await sectionOf(heading)).getByLabelText(label);
    storeUnsaved(`${draft}:${NUMBER}`, { [name]: 'Half a sent' });
    const answers = { draftSave: rejected(500, 'No.') };
    openNotes(record, { ...author, id: 'other', roles: ['reviewer', 'lead'] }, answers);
    expect(typedIn(await field())).toBe('');
    cleanup();
    openNotes(record, author, answers);
    expect(typedIn(await field())).toBe('Half a sent');
  });
});

describe('single keys', () => {
  test('that are turned off stay off on the next page', async () => {
    const user = openQueue();
    await user.click(await screen.findByRole('button', { name: /Keyboard shortcuts/ }));
    await user.click(await screen.findByRole('checkbox', { name: 'Single keys are shortcuts' }));
    cleanup();
    const later = openCase();
    await sectionOf('Internal notes');
    await later.keyboard('n');
    expect(document.activeElement).toBe(document.body);
    await later.click(screen.getByRole('button', { name: /Keyboard shortcuts/ }));
    const box = await screen.findByRole('checkbox', { name: 'Single keys are shortcuts' });
    expect((box as HTMLInputElement).checked).toBe(false);
  });

  test('do nothing with a modifier key or behind a dialog', async () => {
    const user = openCase(caseOf(), reviewer, { deskTake: { assignee: null } });
    await sectionOf('Internal notes');
    await user.keyboard('{Control>}t{/Control}{Alt>}t{/Alt}{Meta>}t{/Meta}?t');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(sentTo('deskTake')).toEqual([]);
  });
});

describe('colleagues', () => {
  const openStaff = (answers: Answers = {}) =>
    showAtDesk(
      <StaffPage />,
      {
        staffList: [memberOf(lead), memberOf(otherReviewer)],
        staffNominations: [],
        ...answers,
      },
      lead,
    );
  const nomination = (byId: string): CallData<'staffNominations'>[number] => ({
    email: 'new@example.eu',
    roles: ['lead'],
    byId,
    by: 'lea@example.eu',
    at: Date.parse('2026-11-20T08:00:00Z'),
  });

  test.each([
    ['lea', ['Confirm new@example.eu', 'Decline new@example.eu']],
    [lead.id, ['Withdraw new@example.eu']],
  ])('proposed by %s: each button names the colleague', async (by, names) => {
    openStaff({ staffNominations: [nomination(by)] });
    const proposed = await screen.findByRole('region', { name: 'Proposed changes of leads' });
    expect(within(proposed).getAllByRole('button').map(textOf)).toEqual(names);
  });

  test('a proposal waits for another lead if there is one', async () => {
    const two = [memberOf(lead), memberOf(otherReviewer, { roles: ['reviewer', 'lead'] })];
    openStaff({ staffNominations: [nomination(lead.id)], staffList: two });
    const proposed = await screen.findByRole('region', { name: 'Proposed changes of leads' });
    expect(textOf(proposed)).toContain('Another lead must confirm it.');
    expect(textOf(proposed)).not.toContain('portal staff');
  });

  test('a rejected confirmation is shown, and its dialog closes', async () => {
    const user = openStaff({
      staffNominations: [nomination('lea')],
      staffNominationConfirm: rejected(40905, 'It was withdrawn.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Confirm new@example.eu' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }),
    );
    await screen.findByText('It was withdrawn.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('new@example.eu is a lead now.')).toBeNull();
  });
});
