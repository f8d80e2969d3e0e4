import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CaseDesk } from '#desk/case-desk.tsx';
import { CaseFacts } from '#desk/case-facts.tsx';
import { CasePresence } from '#desk/case-parts.tsx';
import DecisionArea from '#desk/decision/decision-area.tsx';
import CaseNotices from '#desk/erasure/case-notices.tsx';
import { openPage, stopIntervals } from '#tests/components/open-page.tsx';
import { reviewer } from '#tests/components/people.ts';
import { sectionOf, textOf } from '#tests/components/reading.ts';
import { caseOf, letter, NUMBER, summaryOf } from '#tests/components/records.ts';
import { showCase } from '#tests/components/show-at-desk.tsx';
import {
  type Answers,
  answerWith,
  headersOf,
  rejected,
  sentTo,
} from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { note } from './page-data.ts';

const openCase = (record = caseOf(), answers: Answers = {}, user = reviewer) =>
  openPage(`/desk/applications/${NUMBER}`, { deskApplication: record, ...answers }, user);

const showParts = (record = caseOf(), answers: Answers = {}, user = reviewer) =>
  showCase(
    (shown) => (
      <>
        <CasePresence record={shown} />
        <CaseFacts record={shown} findings={{}} />
        <DecisionArea record={shown} />
        <CaseDesk record={shown} />
        <CaseNotices record={shown} />
      </>
    ),
    { deskApplication: record, ...answers },
    user,
  );

describe('the presence of a reader', () => {
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  const presenceCalls = () => sentTo('deskPresence').length;
  // The library's own `waitFor` would wait for an interval that never passes here.
  beforeEach(() => {
    stopIntervals();
  });

  test('is reported every 15 seconds by unattended calls', async () => {
    showParts();
    await sectionOf('What was filed');
    await vi.waitFor(() => expect(presenceCalls()).toBe(1), 30_000);
    answerWith({
      deskPresence: { others: ['rolf@example.eu'], revision: 3, assignee: null, recorded: 0 },
    });
    await pass(14);
    expect(presenceCalls()).toBe(1);
    await pass(1);
    await screen.findByText('Also open at this moment: rolf@example.eu');
    expect(headersOf('deskPresence').get('unattended')).toBe('1');
    answerWith({ deskPresence: rejected(500, 'It went wrong.') });
    await pass(15);
    expect(presenceCalls()).toBe(3);
    expect(screen.queryByText('It went wrong.')).toBeNull();
    cleanup();
    await pass(60);
    expect(presenceCalls()).toBe(3);
  });

  test('is not reported again while the page is hidden', async () => {
    const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    showParts();
    await sectionOf('What was filed');
    await pass(45);
    expect(presenceCalls()).toBe(1);
    sight.mockReturnValue('visible');
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await vi.waitFor(() => expect(presenceCalls()).toBe(2), 30_000);
    sight.mockRestore();
  });
});

test('the newest twenty entries of history and notes are shown at first', async () => {
  const record = caseOf();
  const [entry] = record.history as [(typeof record.history)[number]];
  const history = Array.from({ length: 23 }, (_, revision) => ({
    ...entry,
    revision,
    text: `Reason ${revision}.`,
  }));
  const notes = Array.from({ length: 24 }, (_, index) => note(`note-${index}`, `Note ${index}.`));
  const user = openCase({ ...record, history, notes });
  const of = async (heading: string, text: RegExp) => {
    const section = within(await sectionOf(heading));
    const shown = () => section.getAllByText(text).map(textOf);
    return { section, shown };
  };
  const past = await of('History', /^Reason/);
  expect([past.shown().length, past.shown()[0], past.shown().at(-1)]).toEqual([
    20,
    'Reason 22.',
    'Reason 3.',
  ]);
  await user.click(past.section.getByRole('button', { name: 'Show 3 more' }));
  expect(past.shown().at(-1)).toBe('Reason 0.');
  const written = await of('Internal notes', /^Note/);
  expect([written.shown()[0], written.shown().at(-1)]).toEqual(['Note 4.', 'Note 23.']);
  await user.click(written.section.getByRole('button', { name: 'Show 4 more' }));
  expect(written.shown()[0]).toBe('Note 0.');
});

test('nothing of one case is shown while the next one is loading', async () => {
  const next = summaryOf('personal', 'qualification.underReview', { number: 'VD-20261101-AAAAAA' });
  let answer: (record: CallData<'deskApplication'>) => void = () => {};
  const user = openCase(caseOf('personal', 'qualification.underReview', { others: [next] }));
  const section = await sectionOf('Other applications of this requester');
  answerWith({
    deskApplication: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await user.click(within(section).getByRole('link', { name: next.number }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Decision' })).toBeNull());
  expect(textOf(document.body)).not.toContain('anna@example.eu');
  answer({ ...caseOf(), ...next });
  await screen.findByRole('heading', { level: 1, name: next.number });
});

describe('a decision in progress', () => {
  const send = async (name: string, deskStartReview: NonNullable<Answers['deskStartReview']>) => {
    const user = openCase(caseOf(), { deskPreview: letter, deskStartReview });
    await user.click(await screen.findByRole('radio', { name: 'Start the review' }));
    await user.dblClick(screen.getByRole('button', { name }));
    return user;
  };

  test.each(['Send', 'Send, open next'])('is not sent twice by «%s»', async (name) => {
    const user = await send(name, () => new Promise(() => {}));
    await user.click(screen.getByRole('radio', { name: 'Start the review' }));
    await user.keyboard('{Enter}');
    expect(sentTo('deskStartReview')).toHaveLength(1);
  });
});

describe('after a decision, until the case is loaded again', () => {
  const decided = { applicationNumber: NUMBER, revision: 4 };
  const next = caseOf('personal', 'qualification.underReview', { revision: 4 });
  /** Starts the review; the case is then answered by `reload`. */
  const start = async (reload: NonNullable<Answers['deskApplication']>) => {
    const user = openCase(caseOf(), { deskPreview: letter, deskStartReview: decided });
    await user.click(await screen.findByRole('radio', { name: 'Start the review' }));
    answerWith({ deskApplication: reload });
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sentTo('deskStartReview')).toHaveLength(1));
    return user;
  };

  test('no key decides on the stale case', async () => {
    let answer: (record: CallData<'deskApplication'>) => void = () => {};
    const user = await start(() => new Promise((resolve) => (answer = resolve)));
    await waitFor(() => expect(sentTo('deskApplication')).toHaveLength(2));
    await user.keyboard('r{Enter}p{Enter}');
    answer(next);
    await screen.findByRole('radio', { name: 'Confirm eligibility' });
    await screen.findByText('The review has started.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Decision' }));
    expect(sentTo('deskPreview').map(({ decision }) => decision)).toEqual(['start']);
    expect(screen.queryByText(/Your decision was not saved/)).toBeNull();
  });

  test('a failed reload can be repeated, and says that the decision is saved', async () => {
    const user = await start(rejected(500, 'It went wrong.'));
    const notice = await screen.findByText('Your decision is saved');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(notice.closest('[tabindex]')).toBe(document.activeElement);
    answerWith({ deskApplication: next });
    await user.click(screen.getByRole('button', { name: 'Show how it is now' }));
    await screen.findByRole('radio', { name: 'Confirm eligibility' });
    expect(screen.queryByText('Your decision is saved')).toBeNull();
  });
});

test('the letter of one decision is not shown for another', async () => {
  let show: (preview: CallData<'deskPreview'>) => void = () => {};
  const user = openCase(caseOf('personal', 'qualification.underReview'), {
    deskPreview: () => new Promise((resolve) => (show = resolve)),
  });
  await user.click(await screen.findByRole('radio', { name: 'Confirm eligibility' }));
  await waitFor(() => expect(sentTo('deskPreview')).toHaveLength(1));
  await user.click(screen.getByRole('radio', { name: 'Refuse' }));
  await act(async () => show(letter));
  expect(screen.queryByRole('region', { name: 'The letter' })).toBeNull();
});

test('a case that the user has just taken is not shown as changed', async () => {
  const before = { others: [], revision: 3, assignee: null, recorded: 0 };
  const assignee = { id: reviewer.id, email: reviewer.email };
  const user = openCase(caseOf(), { deskPresence: before, deskTake: { assignee } });
  await sectionOf('What was filed');
  await waitFor(() => expect(sentTo('deskPresence')).toHaveLength(1));
  answerWith({ deskApplication: caseOf('personal', 'qualification.submitted', { assignee }) });
  await user.keyboard('t');
  await screen.findByText('You have taken this application');
  expect(screen.queryByText('The application has changed since you opened it')).toBeNull();
});
