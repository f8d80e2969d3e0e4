import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, test } from 'vitest';
import type { User } from '#contract/user-info.ts';
import { CaseDesk } from '#desk/case-desk.tsx';
import DecisionArea from '#desk/decision/decision-area.tsx';
import { StaffContext } from '#desk/staff-context.ts';
import { commonAnswers } from '#tests/components/answers.ts';
import { kindsAndStates } from '#tests/components/kinds-and-states.ts';
import { decisions, leads } from '#tests/components/offered.ts';
import { auditor, lead, otherReviewer, reviewer } from '#tests/components/people.ts';
import { choicesIn, offeredIn, textOf } from '#tests/components/reading.ts';
import { caseOf } from '#tests/components/records.ts';
import { stubCalls } from '#tests/components/stub-calls.ts';
import { beginSession } from '#ui/calls/session.ts';
import { loadArea } from '#ui/language/language.ts';
import '#tests/components/open-page.tsx';

interface Reader {
  user: User;
  assignee: { id: string; email: string } | null;
  /** Requester of the application, if it is the reader's own. */
  requester?: string;
  decides: boolean;
  /** Offered changes of the assignee, until the application has ended. */
  assigns: string[];
  /** May watch the application, also after its end. */
  watches: boolean;
}

/** Readers of a case, by their role and by its assignee. */
const readers: Record<string, Reader> = {
  'a reviewer, while nobody has it': {
    user: reviewer,
    assignee: null,
    decides: true,
    assigns: ['Take it'],
    watches: true,
  },
  'the reviewer who has it': {
    user: reviewer,
    assignee: reviewer,
    decides: true,
    assigns: ['Hand it over', 'Release it'],
    watches: true,
  },
  'a colleague of who has it': {
    user: reviewer,
    assignee: otherReviewer,
    decides: false,
    assigns: [],
    watches: true,
  },
  'a lead, while nobody has it': {
    user: lead,
    assignee: null,
    decides: true,
    assigns: ['Take it', 'Hand it over'],
    watches: true,
  },
  'a lead, while a reviewer has it': {
    user: lead,
    assignee: otherReviewer,
    decides: false,
    assigns: ['Hand it over', 'Release it'],
    watches: true,
  },
  'an auditor': { user: auditor, assignee: null, decides: false, assigns: [], watches: false },
  'a reviewer who filed it': {
    user: reviewer,
    assignee: null,
    requester: reviewer.id,
    decides: false,
    assigns: [],
    watches: false,
  },
  'a lead who filed it': {
    user: lead,
    assignee: otherReviewer,
    requester: lead.id,
    decides: false,
    assigns: [],
    watches: false,
  },
};

beforeAll(() => loadArea('desk'));

test('the table has a row for each kind and state of the machine', () => {
  expect(Object.keys(decisions).sort()).toEqual(
    kindsAndStates.map(({ kind, state }) => `${kind} ${state}`).sort(),
  );
});

describe.each(Object.entries(readers))('%s', (_, reader) => {
  test.each(kindsAndStates)(
    'is offered the allowed actions for $kind in $state',
    ({ kind, state }) => {
      const { user, assignee, requester, decides, assigns, watches } = reader;
      stubCalls(commonAnswers);
      beginSession('token');
      const filed = caseOf(kind).history[0] as ReturnType<typeof caseOf>['history'][number];
      const record = caseOf(kind, state, {
        history: [{ ...filed, from: 'qualification.submitted', to: state }],
        assignee: assignee && { id: assignee.id, email: assignee.email },
        ...(requester && { requester }),
      });
      const { container } = render(
        <MantineProvider env="test">
          <I18nProvider i18n={i18n}>
            <MemoryRouter>
              <StaffContext value={{ user, reload: () => {} }}>
                <CaseDesk record={record} />
                <DecisionArea record={record} />
              </StaffContext>
            </MemoryRouter>
          </I18nProvider>
        </MantineProvider>,
      );
      const [desk, decision] = [...container.querySelectorAll('section')] as HTMLElement[];
      const hasEnded = /approved|suspended|terminated/.test(state);
      // An approval ends the assignment: every reviewer may suspend the sharing.
      const mayDecide = decides || (watches && /approved|suspended/.test(state));
      expect(offeredIn(desk as HTMLElement)).toEqual([
        ...(hasEnded ? [] : assigns),
        ...(watches ? ['Watch it'] : []),
      ]);
      const isOthersApproval = user === reviewer && watches && state === 'approved';
      expect(textOf(decision).includes('A lead can withdraw the approval')).toBe(isOthersApproval);
      const ofLead = user === lead && watches ? leads[state] : undefined;
      expect(choicesIn(decision as HTMLElement)).toEqual([
        ...(mayDecide ? (decisions[`${kind} ${state}`] ?? []) : []),
        ...(ofLead ? [ofLead] : []),
      ]);
    },
  );
});
