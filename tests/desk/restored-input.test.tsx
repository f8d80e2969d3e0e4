import { cleanup, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { User } from '#contract/user-info.ts';
import CaseNotices from '#desk/erasure/case-notices.tsx';
import CaseNotes from '#desk/notes/case-notes.tsx';
import { storeUnsaved } from '#tests/components/drafts.ts';
import { lead, reviewer } from '#tests/components/people.ts';
import { sectionOf, typedIn } from '#tests/components/reading.ts';
import { caseOf, NUMBER } from '#tests/components/records.ts';
import { showCase } from '#tests/components/show-at-desk.tsx';
import { type Answers, rejected } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';

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
