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

type Assignee = { id: string; email: string } | null;

/**
 * Readers of a case, by their role and its assignee: whether they decide, and which changes of the
 * assignee they are offered until the application has ended.
 */
const readers: [string, User, Assignee, decides: boolean, assigns: string[], isOwn?: true][] = [
  ['a reviewer, while nobody has it', reviewer, null, true, ['Take it']],
  ['the reviewer who has it', reviewer, reviewer, true, ['Hand it over', 'Release it']],
  ['a colleague of who has it', reviewer, otherReviewer, false, []],
  ['a lead, while nobody has it', lead, null, true, ['Take it', 'Hand it over']],
  ['a lead, while a reviewer has it', lead, otherReviewer, false, ['Hand it over', 'Release it']],
  ['an auditor', auditor, null, false, []],
  ['a reviewer who filed it', reviewer, null, false, [], true],
  ['a lead who filed it', lead, otherReviewer, false, [], true],
];

beforeAll(() => loadArea('desk'));

test('the table has a row for each kind and state of the machine', () => {
  expect(Object.keys(decisions).sort()).toEqual(
    kindsAndStates.map(({ kind, state }) => `${kind} ${state}`).sort(),
  );
});

describe.each(readers)('%s', (_, user, assignee, decides, assigns, isOwn) => {
  // Everyone else may watch the application, also after its end.
  const watches = user !== auditor && !isOwn;
  test.each(kindsAndStates)(
    'is offered the allowed actions for $kind in $state',
    ({ kind, state }) => {
      stubCalls(commonAnswers);
      beginSession('token');
      const filed = caseOf(kind).history[0] as ReturnType<typeof caseOf>['history'][number];
      const record = caseOf(kind, state, {
        history: [{ ...filed, from: 'qualification.submitted', to: state }],
        assignee: assignee && { id: assignee.id, email: assignee.email },
        ...(isOwn && { requester: user.id }),
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
