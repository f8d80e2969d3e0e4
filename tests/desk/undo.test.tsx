import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { UNDONE_EVENT } from '#desk/undo/use-undoable.ts';
import { UNDO_MS } from '#machines/limits.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { reviewer } from '#tests/components/people.ts';
import { textOf } from '#tests/components/reading.ts';
import {
  caseOf,
  emptyQueue,
  letter,
  NUMBER,
  OTHER_NUMBER,
  queued,
} from '#tests/components/records.ts';
import { type Answers, answerWith, rejected, sentTo } from '#tests/components/stub-calls.ts';

const decided = { applicationNumber: NUMBER, revision: 4 };

const open = (answers: Answers = {}, user = reviewer) =>
  openPage(
    `/desk/applications/${NUMBER}`,
    {
      deskApplication: () => ({
        ...caseOf(),
        number: NUMBER,
        revision: sentTo('deskStartReview').length > 0 ? 4 : 3,
      }),
      deskPreview: letter,
      deskStartReview: decided,
      deskUndo: { ...decided, revision: 5 },
      ...answers,
    },
    user,
  );

async function start(user: UserEvent) {
  await screen.findByRole('radio', { name: 'Start the review' });
  await user.keyboard('s');
  await user.keyboard('{Enter}');
}
const bar = () => screen.findByRole('region', { name: 'Undo' });

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }));

test.each([
  ['its button', async (user: UserEvent) => user.click(within(await bar()).getByRole('button'))],
  ['Ctrl+Z', (user: UserEvent) => user.keyboard('{Control>}z{/Control}')],
] as const)('a decision is undone by %s', async (_, press) => {
  const user = open();
  await start(user);
  expect(textOf(within(await bar()).getByRole('status'))).toBe(
    'The decision can be undone for 10 seconds.',
  );
  const undone = vi.fn();
  window.addEventListener(UNDONE_EVENT, undone, { once: true });
  await press(user);
  await screen.findByText('The decision is undone. No letter was sent.');
  expect(sentTo('deskUndo')).toEqual([decided]);
  expect(undone).toHaveBeenCalledOnce();
  expect(screen.queryByRole('region', { name: 'Undo' })).toBeNull();
});

test.each([
  ['terminated.byHolder', 'Reopen the application', 'deskReopen'],
  ['approved', 'Withdraw the approval', 'deskWithdrawApproval'],
] as const)('a lead undoes a correction in %s', async (state, name, call) => {
  const record = caseOf('personal', state);
  const history = record.history.map((entry) => ({ ...entry, from: 'dataRequest.underReview' }));
  const deskApplication = () => ({
    ...{ ...record, history },
    revision: sentTo(call).length > 0 ? 4 : 3,
  });
  const lead: typeof reviewer = { ...reviewer, roles: ['reviewer', 'lead'] };
  const user = open({ deskApplication, [call]: decided }, lead);
  await user.click(await screen.findByRole('radio', { name }));
  await user.type(screen.getByLabelText('Text to the requester'), 'It was a slip.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await user.click(within(await bar()).getByRole('button'));
  await screen.findByText('The decision is undone. No letter was sent.');
  expect(sentTo('deskUndo')).toEqual([decided]);
});

test('the next case offers to undo the decision on the previous case', async () => {
  const user = open({
    deskApplication: ({ applicationNumber }) => ({ ...caseOf(), number: applicationNumber }),
    deskQueue: {
      ...emptyQueue,
      total: 1,
      items: [queued('personal', 'qualification.submitted', { number: OTHER_NUMBER })],
    },
  });
  await user.click(await screen.findByRole('radio', { name: 'Start the review' }));
  await user.click(screen.getByRole('button', { name: 'Send, open next' }));
  await screen.findByRole('heading', { level: 1, name: OTHER_NUMBER });
  screen.getByText('The review has started.');
  await user.click(within(await bar()).getByRole('button'));
  await screen.findByText('The decision is undone. No letter was sent.');
  expect(sentTo('deskUndo')).toEqual([decided]);
});

test('an undo without a response can be sent again', async () => {
  const user = open({
    deskUndo: () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await start(user);
  await user.click(within(await bar()).getByRole('button'));
  await screen.findByText('It is not known whether the decision was undone. Try again.');
  expect(screen.queryByText(/^The decision stands/)).toBeNull();
  answerWith({ deskUndo: { ...decided, revision: 5 } });
  await user.click(within(await bar()).getByRole('button'));
  await screen.findByText('The decision is undone. No letter was sent.');
  expect(sentTo('deskUndo')).toEqual([decided, decided]);
  expect(screen.queryByRole('region', { name: 'Undo' })).toBeNull();
});

test('of several decisions, only those whose time has not passed are undone', async () => {
  const numbers = [NUMBER, OTHER_NUMBER, 'VD-20261118-ABCDEF'];
  const untils = [1000, 3000, 6000].map((left) => Date.now() + left);
  const each = numbers.map((applicationNumber, index) => ({
    applicationNumber,
    revision: 4,
    until: untils[index],
  }));
  sessionStorage.setItem('desk:undo', JSON.stringify({ decided: each }));
  const user = open({ deskUndo: { ...decided, revision: 5 } });
  const shown = await bar();
  expect(textOf(within(shown).getByRole('status'))).toBe(
    '3 decisions can be undone, each for 10 seconds.',
  );
  expect(textOf(within(shown).getByRole('button'))).toBe('Undo 3 of 3 (1 s)');
  vi.advanceTimersByTime(2000);
  const button = await within(shown).findByRole('button', { name: 'Undo 2 of 3' });
  expect(textOf(button)).toBe('Undo 2 of 3 (1 s)');
  await user.click(button);
  await screen.findByText('2 decisions are undone. No letter was sent.');
  expect(sentTo('deskUndo')).toEqual(
    numbers.slice(1).map((applicationNumber) => ({ applicationNumber, revision: 4 })),
  );
});

test('the undo bar counts down and disappears; a rejected undo shows the reason', async () => {
  const user = open({
    deskUndo: rejected(codes.outdated, 'It has changed.', { revision: 5, state: 'approved' }),
  });
  await start(user);
  const button = within(await bar()).getByRole('button', { name: 'Undo' });
  vi.advanceTimersByTime(UNDO_MS - 2000);
  await waitFor(() => expect(textOf(button)).toMatch(/\([12] s\)/));
  await user.click(button);
  await screen.findByText(/^The decision stands/);

  sessionStorage.setItem(
    'desk:undo',
    JSON.stringify({ decided: [{ ...decided, until: Date.now() + 1 }] }),
  );
  open();
  await bar();
  vi.advanceTimersByTime(1000);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Undo' })).toBeNull());
});
