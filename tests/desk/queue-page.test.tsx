import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { applicationStates } from '#contract/stored-application.ts';
import QueuePage from '#desk/queue-page.tsx';
import { UNDONE_EVENT } from '#desk/undo/use-undoable.ts';
import { UNDO_MS } from '#machines/limits.ts';
import { viewCounts } from '#tests/components/answers.ts';
import { addressNow, openPage, stopIntervals } from '#tests/components/open-page.tsx';
import { auditor, lead, memberOf, otherReviewer, reviewer } from '#tests/components/people.ts';
import { factsIn, linksIn, pageOf, rowsOf, textOf, typedIn } from '#tests/components/reading.ts';
import { caseOf, NUMBER, OTHER_NUMBER, queued, savedView } from '#tests/components/records.ts';
import { showAtDesk } from '#tests/components/show-at-desk.tsx';
import {
  type Answers,
  answerWith,
  file,
  headersOf,
  rejected,
  savedFiles,
  sentTo,
  wrongFields,
} from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { invalidate } from '#ui/calls/query-client.ts';

type Queue = CallData<'deskQueue'>;
type Item = Queue['items'][number];

const item = (others: Partial<Item> = {}) =>
  queued('personal', 'qualification.underReview', others);
const second = (others: Partial<Item> = {}) =>
  queued('public', 'dataRequest.underReview', { number: OTHER_NUMBER, ...others });
const queue = (items: Item[] = [item(), second()], others: Partial<Queue> = {}): Queue => ({
  total: items.length,
  hasMore: false,
  items,
  authorityNotices: { count: 0, overdue: 0 },
  counts: applicationStates.map((state, index) => ({
    state,
    count: index + 1,
    overdue: index % 3,
    dueToday: index % 2,
  })),
  ...others,
});
const openQueue = (search = '', answers: Answers = {}, user = reviewer) =>
  showAtDesk(<QueuePage />, { deskQueue: queue(), ...answers }, user, `/desk${search}`);
/** Opens the queue with the rest of the desk: applications, undo, shortcuts. */
const openDesk = (search = '', answers: Answers = {}, user = reviewer) =>
  openPage(`/desk${search}`, { deskQueue: queue(), ...answers }, user);
const submitted = (...others: Partial<Item>[]) =>
  queue(
    [NUMBER, OTHER_NUMBER].map((number, index) =>
      queued('personal', 'qualification.submitted', { number, ...others[index] }),
    ),
  );
/** Answers of a queue of several pages. */
const deep: Answers = { deskQueue: queue(undefined, { total: 55 }) };
const table = async () => rowsOf(await screen.findByRole('table'));
/** Selects all rows and presses a button, which asks for a confirmation. */
async function askForAll(user: UserEvent, act: string, question: string) {
  await table();
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: act }));
  return within(await screen.findByRole('dialog', { name: question }));
}
const outcomeOf = () => screen.findByRole('status', { name: 'Outcome of the action' });
const asked = () => sentTo('deskQueue').at(-1);

test.each([
  ['Save as CSV', 'csv'],
  ['Save as Excel workbook', 'xlsx'],
])('%s exports with the filter and order on screen', async (name, format) => {
  const saved = savedFiles();
  const user = openQueue('?state=approved&kind=public&sort=-filed&page=2', {
    ...deep,
    deskQueueExport: file('list', `applications.${format}`),
  });
  await user.click(await screen.findByRole('button', { name: 'Save this list as a file' }));
  await user.click(screen.getByRole('menuitem', { name }));
  await waitFor(() => expect(saved).toEqual([`applications.${format}`]));
  const filter = { states: ['approved'], kind: 'public', sort: 'filed', descending: true };
  expect(sentTo('deskQueueExport')).toEqual([{ format, ...filter }]);
});

describe('an open queue', () => {
  const rolf = { id: 'rolf', email: 'rolf@example.eu' };

  test('shows changes every 15 seconds, and keeps the selection and the focus', async () => {
    stopIntervals();
    openQueue();
    const box = await screen.findByRole('checkbox', { name: `Select ${NUMBER}` });
    await act(async () => box.click());
    box.focus();
    answerWith({
      deskQueue: queue([
        item({ number: 'VD-20261101-BBBBBB' }),
        item(),
        second({ assignee: rolf }),
      ]),
    });
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await screen.findByText('VD-20261101-BBBBBB');
    const isChanged = (cells: string[]) => cells.some((cell) => cell.includes('Changed'));
    expect((await table()).slice(1).map(isChanged)).toEqual([true, false, true]);
    expect(headersOf('deskQueue').get('unattended')).toBe('1');
    screen.getByText('1 application selected');
    expect(document.activeElement).toBe(box);
  });

  test('names the colleague who handed over an application that was already on screen', async () => {
    stopIntervals();
    openQueue();
    await table();
    const assignee = { id: reviewer.id, email: reviewer.email };
    answerWith({
      deskQueue: queue([item({ assignee, previousAssignee: rolf }), second({ assignee })]),
    });
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await screen.findByText('Handed over to you by rolf');
    expect((await table()).slice(1).map((cells) => cells.at(-1))).toEqual([
      'Handed over to you by rolf',
      'You',
    ]);
  });
});

describe('a row', () => {
  test('says when it is due, marked by urgency', async () => {
    const days = [
      ['2026-11-20', false, 'today', 'near'],
      ['2026-11-21', false, 'tomorrow', 'near'],
      ['2026-11-22', false, 'in 2 days', 'later'],
      ['2026-11-20', true, 'Overdue', 'over'],
      ['2026-11-19', true, '1 day overdue', 'over'],
    ] as const;
    const items = days.map(([dueDay, isOverdue], index) =>
      item({ number: `VD-20261101-00000${index}`, dueDay, isOverdue }),
    );
    openQueue('', { deskQueue: queue(items) });
    for (const [, , words, urgency] of days) {
      const marked = (await screen.findByText(words, { selector: 'b *' })).closest('b');
      expect(marked?.dataset.urgency, words).toBe(urgency);
    }
  });

  test('an empty queue links to the default view', async () => {
    openQueue('?kind=public', { deskQueue: queue([]) });
    await screen.findByRole('heading', { name: 'Nothing here' });
    screen.getByText('No application matches this filter. Choose another, or come back later.');
    expect(
      screen
        .getByRole('link', { name: 'Show what waits for the data holder' })
        .getAttribute('href'),
    ).toBe('/desk');
  });

  test('too many matches are not counted', async () => {
    openQueue('?search=a', {
      deskQueue: queue([item()], { total: 1000, hasMore: true, counts: null }),
    });
    await screen.findByText('More than 1,000 applications. Add a word to narrow the search.');
    const counts = screen.getByRole('navigation', { name: 'Applications per state' });
    expect(within(counts).getAllByText('·')).toHaveLength(9);
  });
});

describe('the filter is stored in the URL', () => {
  test('is read from it', async () => {
    openQueue('?kind=public&assigned=me&overdue=yes&search=%20Nowak%20&page=x');
    await table();
    const filter = { kind: 'public', assigned: 'me', overdue: true };
    expect(asked()).toEqual({ ...filter, search: 'Nowak', page: 1, pageSize: 15 });
  });

  test('by further filters, folded at first, from page 1 on', async () => {
    const user = openQueue('?page=3', deep);
    const more = await screen.findByRole('button', { name: 'More filters' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('combobox', { name: 'Kind' })).toBeNull();
    await user.click(more);
    expect(
      screen.getByRole('button', { name: 'Fewer filters' }).getAttribute('aria-expanded'),
    ).toBe('true');
    for (const [label, words, value, address] of [
      ['Kind', 'Users and third parties', 'personal', '?kind=personal'],
      ['Kind', 'Public sector bodies', 'public', '?kind=public'],
      ['Taken by', 'Me', 'me', '?kind=public&assigned=me'],
      ['Kind', 'All', '', '?assigned=me'],
      ['Taken by', 'Nobody', 'nobody', '?assigned=nobody'],
      ['Taken by', 'All', '', ''],
    ] as const) {
      const field = screen.getByRole('combobox', { name: label });
      await user.selectOptions(field, words);
      expect(addressNow()).toBe(`/desk${address}`);
      expect(typedIn(field)).toBe(value);
    }
    await waitFor(() => expect(asked()?.page).toBe(1));
    const tick = screen.getByRole('checkbox', { name: 'Overdue only' });
    await user.click(tick);
    expect(addressNow()).toBe('/desk?overdue=yes');
    await user.click(tick);
    expect(addressNow()).toBe('/desk');
  });

  test('searches by the button, from page 1 on, and Back restores the words', async () => {
    const user = openQueue('?kind=public&page=3', deep);
    const field = await screen.findByRole('searchbox', { name: 'Number, name, e-mail or VIN' });
    await user.type(field, ' Nowak ');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(addressNow()).toBe('/desk?kind=public&search=Nowak');
    await waitFor(() => expect(asked()).toMatchObject({ search: 'Nowak', page: 1 }));
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(addressNow()).toBe('/desk?kind=public');
    history.back();
    await waitFor(() => expect(typedIn(field)).toBe('Nowak'));
  });
});

describe('the order', () => {
  test.each<[string, string, object, string]>([
    ['', 'Due ▲', {}, '?sort=-due'],
    ['?sort=requester', 'Requester ▲', { sort: 'requester' }, '?sort=-requester'],
    [
      '?sort=-number&kind=public',
      'Application number ▼',
      { sort: 'number', descending: true, kind: 'public' },
      '?sort=number&kind=public',
    ],
    ['?sort=weight', 'Due ▲', {}, '?sort=-due'],
  ])('of the URL «%s» is «%s»', async (search, heading, input, again) => {
    openQueue(search);
    await table();
    expect(asked()).toEqual({ turn: 'holder', ...input, page: 1, pageSize: 15 });
    const sorted = document.querySelector('th[aria-sort]') as HTMLElement;
    expect(textOf(sorted)).toBe(heading);
    expect(sorted.querySelector('a')?.getAttribute('href')).toBe(`/desk${again}`);
  });

  test('by day of filing is in the menu', async () => {
    const user = openQueue('?kind=public&page=2', deep);
    for (const sort of ['filed', '-filed']) {
      await user.click(await screen.findByRole('button', { name: 'Sort the list' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Filed on' }));
      expect(addressNow()).toBe(`/desk?kind=public&sort=${sort}`);
      expect(document.querySelector('th[aria-sort]')).toBeNull();
    }
  });

  test('by another column begins on page 1', async () => {
    const user = openQueue('?kind=public&page=2', deep);
    await user.click(await screen.findByRole('link', { name: 'Taken by' }));
    expect(addressNow()).toBe('/desk?kind=public&sort=assignee');
  });
});

describe('rows', () => {
  test('are dense until a user chooses roomy ones, which is stored for that user', async () => {
    const user = openQueue();
    await table();
    const rowsAre = () => screen.getByRole('table').dataset.rows;
    expect(rowsAre()).toBe('dense');
    await user.click(screen.getByRole('button', { name: 'Roomy rows' }));
    expect(rowsAre()).toBe('roomy');
    cleanup();
    openQueue();
    await table();
    expect(rowsAre()).toBe('roomy');
    cleanup();
    openQueue('', {}, otherReviewer);
    await table();
    expect(rowsAre()).toBe('dense');
  });

  test('are changed together after one confirmation, with progress and the failures', async () => {
    const [first, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const user = openDesk('', {
      deskQueue: submitted(),
      deskStartReview: async ({ applicationNumber }) => {
        if (applicationNumber === NUMBER)
          return first.promise.then(() => ({ applicationNumber, revision: 4 }));
        await last.promise;
        return rejected(codes.takenByOther, 'Somebody else has taken this application.');
      },
    });
    await table();
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    screen.getByText('2 applications selected');
    const reloaded = Promise.withResolvers<void>();
    answerWith({ deskQueue: () => reloaded.promise.then(() => submitted()) });
    await user.click(screen.getByRole('button', { name: 'Start the review' }));
    const dialog = await screen.findByRole('dialog', { name: 'Start 2 reviews?' });
    within(dialog).getByText('The requesters see it in the portal. No letter is sent.');
    expect(within(dialog).queryByText(/left out/)).toBeNull();
    expect(sentTo('deskStartReview')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Start the review' }));
    // One action at a time.
    for (const name of ['Take', 'Start the review', 'Hand over…'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    const outcome = await outcomeOf();
    within(outcome).getByText('0 of 2');
    first.resolve();
    await within(outcome).findByText('1 of 2');
    last.resolve();
    await within(outcome).findByText('2 of 2');
    expect(sentTo('deskStartReview')).toEqual([
      { applicationNumber: NUMBER, revision: 3 },
      { applicationNumber: OTHER_NUMBER, revision: 3 },
    ]);
    // Until the queue is loaded again, its rows have outdated revisions.
    const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Start the review' });
    expect(start.disabled).toBe(true);
    reloaded.resolve();
    await waitFor(() => expect(start.disabled).toBe(false));
    within(outcome).getByText('1 review has started.');
    within(outcome).getByText('1 application is unchanged:');
    expect(within(outcome).getAllByRole('listitem').map(textOf)).toEqual([
      `${OTHER_NUMBER} Somebody else has taken this application.`,
    ]);
    await waitFor(() => expect(outcome.firstChild).toBe(document.activeElement));
    await user.click(within(outcome).getByRole('button', { name: 'Close' }));
    expect(textOf(outcome)).toBe('');
    // Only the failure stays selected.
    screen.getByText('1 application selected');
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${OTHER_NUMBER}` }).checked,
    ).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Clear the selection' }));
    expect(screen.queryByText('1 application selected')).toBeNull();
    answerWith({ deskUndo: { applicationNumber: NUMBER, revision: 5 } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('The decision is undone. No letter was sent.');
    expect(sentTo('deskUndo')).toEqual([{ applicationNumber: NUMBER, revision: 4 }]);
  });

  test('can be undone for ten seconds, each from its own decision', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const user = openQueue('', {
      deskQueue: submitted(),
      deskStartReview: ({ applicationNumber }) => {
        vi.setSystemTime(Date.now() + UNDO_MS);
        return { applicationNumber, revision: 4 };
      },
    });
    const begun = Date.now();
    const dialog = await askForAll(user, 'Start the review', 'Start 2 reviews?');
    await user.click(dialog.getByRole('button', { name: 'Start the review' }));
    await waitFor(() => expect(sessionStorage.getItem('desk:undo')).toBeTruthy());
    const { decided } = JSON.parse(sessionStorage.getItem('desk:undo') ?? '');
    const [first, last] = decided.map(({ until }: { until: number }) => until - begun);
    expect(first).toBeLessThan(1.5 * UNDO_MS);
    expect(last).toBeGreaterThanOrEqual(2 * UNDO_MS);

    const outcome = await outcomeOf();
    await waitFor(() => expect(textOf(outcome)).toContain('2 reviews have started.'));
    act(() => void window.dispatchEvent(new Event(UNDONE_EVENT)));
    expect(textOf(outcome)).toBe('');
  });

  test('the first decisions can be undone while the others go on, which stops the others', async () => {
    const [second, undone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const THIRD = 'VD-20261118-ABCDEF';
    const items = [NUMBER, OTHER_NUMBER, THIRD].map((number) =>
      queued('personal', 'qualification.submitted', { number }),
    );
    const user = openDesk('', {
      deskQueue: queue(items),
      deskStartReview: async ({ applicationNumber }) => {
        if (applicationNumber === OTHER_NUMBER) await second.promise;
        return { applicationNumber, revision: 4 };
      },
      deskUndo: async ({ applicationNumber }) => {
        await undone.promise;
        return { applicationNumber, revision: 5 };
      },
    });
    const dialog = await askForAll(user, 'Start the review', 'Start 3 reviews?');
    await user.click(dialog.getByRole('button', { name: 'Start the review' }));
    const outcome = await outcomeOf();
    await within(outcome).findByText('1 of 3');
    within(outcome).getByText('Undo also stops the remaining ones.');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    second.resolve();
    // The decision that was being sent can be undone, too.
    await waitFor(() => expect(sessionStorage.getItem('desk:undo')).toContain(OTHER_NUMBER));
    undone.resolve();
    await screen.findByText('The decision is undone. No letter was sent.');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sentTo('deskUndo')).toHaveLength(2));
    expect(sentTo('deskUndo').map(({ applicationNumber }) => applicationNumber)).toEqual([
      NUMBER,
      OTHER_NUMBER,
    ]);
    expect(sentTo('deskStartReview')).toHaveLength(2);
    await waitFor(() => expect(textOf(outcome)).toBe(''));
    screen.getByText('1 application selected');
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${THIRD}` }).checked,
    ).toBe(true);
  });

  test('are taken together after one confirmation', async () => {
    const user = openQueue('', {
      deskTake: { assignee: { id: reviewer.id, email: reviewer.email } },
    });
    const dialog = await askForAll(user, 'Take', 'Take 2 applications?');
    await user.click(dialog.getByRole('button', { name: 'Take' }));
    await screen.findByText('You took 2 applications.');
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
    expect(within(await outcomeOf()).queryByRole('list')).toBeNull();
  });

  test('that an action does not apply to are left out of it', async () => {
    const started = { state: 'qualification.underReview' } as const;
    const user = openQueue('', {
      deskQueue: submitted({ assignee: otherReviewer }, { assignee: reviewer, ...started }),
      deskStartReview: { applicationNumber: NUMBER, revision: 4 },
    });
    await table();
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    for (const name of ['Start the review', 'Take'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    answerWith({ deskQueue: submitted({}, started) });
    await act(() => invalidate(['deskQueue']));
    await user.click(await screen.findByRole('button', { name: 'Start the review' }));
    const dialog = await screen.findByRole('dialog', { name: 'Start 1 review?' });
    within(dialog).getByText(/^1 selected application is left out/);
    await user.click(within(dialog).getByRole('button', { name: 'Start the review' }));
    await screen.findByText('1 review has started.');
    expect(sentTo('deskStartReview')).toHaveLength(1);
  });

  test('are handed over in one call, and the reason of each failure is shown', async () => {
    const user = openQueue('', {
      deskQueue: submitted({ assignee: reviewer }, { assignee: reviewer }),
      staffList: [memberOf(reviewer), memberOf(otherReviewer)],
      deskHandOverAll: { handedOver: [NUMBER] },
      deskHandOver: rejected(codes.takenByOther, 'Somebody else has taken this application.'),
    });
    const dialog = await askForAll(user, 'Hand over…', 'Hand 2 applications over');
    const choice = await dialog.findByRole('combobox', { name: 'Colleague' });
    expect(within(choice).queryByRole('option', { name: reviewer.email })).toBeNull();
    await user.selectOptions(choice, otherReviewer.email);
    await user.click(dialog.getByRole('button', { name: 'Hand it over' }));
    await screen.findByText(`1 application was handed over to ${otherReviewer.email}.`);
    expect(
      within(await outcomeOf())
        .getAllByRole('listitem')
        .map(textOf),
    ).toEqual([`${OTHER_NUMBER} Somebody else has taken this application.`]);
    expect(sentTo('deskHandOverAll')).toEqual([
      { applicationNumbers: [NUMBER, OTHER_NUMBER], to: otherReviewer.id },
    ]);
    expect(sentTo('deskHandOver')).toEqual([
      { applicationNumber: OTHER_NUMBER, to: otherReviewer.id },
    ]);
  });
});

describe('back from a case', () => {
  test('the queue has the same filter and focused row', async () => {
    const other = { ...caseOf(), number: OTHER_NUMBER };
    const user = openDesk('?kind=public&sort=-number', { deskApplication: other });
    await table();
    await user.keyboard('jjkjo');
    await pageOf(OTHER_NUMBER);
    await user.keyboard('u');
    await table();
    expect(addressNow()).toBe('/desk?kind=public&sort=-number');
    await waitFor(() => expect(textOf(document.activeElement)).toBe(OTHER_NUMBER));
  });

  test('a case shows its position and links to its neighbours', async () => {
    const both = ({ applicationNumber }: { applicationNumber: string }) => ({
      ...caseOf(),
      number: applicationNumber,
    });
    const user = openDesk('?kind=public&page=2', {
      deskQueue: queue(undefined, { total: 55 }),
      deskApplication: both,
    });
    await table();
    await user.click(screen.getByRole('link', { name: NUMBER }));
    const first = await pageOf(NUMBER);
    within(first).getByText('16 of 55');
    const back = within(first).getByRole('link', { name: 'Public sector bodies' });
    expect(back.getAttribute('href')).toBe('/desk?kind=public&page=2');
    await user.click(within(first).getByRole('button', { name: 'Next application' }));
    const next = await pageOf(OTHER_NUMBER);
    within(next).getByText('17 of 55');
    await user.keyboard('k');
    await pageOf(NUMBER);
    // After the last row of a page, the first new row of the next page follows.
    await user.keyboard('j');
    await pageOf(OTHER_NUMBER);
    answerWith({
      deskQueue: ({ page }) =>
        queue(page === 3 ? [item({ number: 'VD-20261101-CCCCCC' })] : [item(), second()], {
          total: 55,
        }),
    });
    await user.keyboard('j');
    within(await pageOf('VD-20261101-CCCCCC')).getByText('31 of 55');
    expect(sentTo('deskQueue').slice(-2)).toEqual(
      [2, 3].map((page) => ({ turn: 'holder', kind: 'public', page, pageSize: 15 })),
    );
    // Before the first row of a page, the key leads to the queue.
    await user.keyboard('k');
    await table();
    expect(addressNow()).toBe('/desk?kind=public&page=2');
  });

  test('a next case that is loaded after the page was left is not opened', async () => {
    const user = openDesk('', { deskQueue: queue([item()]), deskApplication: caseOf() });
    await table();
    await user.click(screen.getByRole('link', { name: NUMBER }));
    const page = await pageOf(NUMBER);
    const later = Promise.withResolvers<Queue>();
    answerWith({ deskQueue: () => later.promise });
    await user.click(within(page).getByRole('button', { name: 'Next application' }));
    answerWith({ deskQueue: queue([item()]) });
    await user.keyboard('u');
    await table();
    await act(async () => later.resolve(queue([second()])));
    expect(addressNow()).toBe('/desk');
  });

  test('a next case that cannot be loaded leads back to the queue', async () => {
    const user = openDesk('?kind=public', {
      deskQueue: queue([item()]),
      deskApplication: caseOf(),
    });
    await table();
    await user.click(screen.getByRole('link', { name: NUMBER }));
    const page = await pageOf(NUMBER);
    answerWith({ deskQueue: rejected(500, 'Not now.') });
    await user.click(within(page).getByRole('button', { name: 'Next application' }));
    await waitFor(() => expect(addressNow()).toBe('/desk?kind=public'));
  });

  test('the position in the queue is not used for another user', async () => {
    openDesk('?search=Nowak', { deskApplication: caseOf() });
    await table();
    screen.getByRole('link', { name: NUMBER }).click();
    await pageOf(NUMBER);
    cleanup();
    openPage(`/desk/applications/${NUMBER}`, { deskApplication: caseOf() }, otherReviewer);
    const page = await pageOf(NUMBER);
    const back = within(page).getByRole('link', { name: 'Applications at the desk' });
    expect(back.getAttribute('href')).toBe('/desk');
    expect(textOf(page)).not.toContain('1 of 2');
  });
});

describe('the counts', () => {
  test('include refusals that the authority must be notified of', async () => {
    const open = queue([item()], { authorityNotices: { count: 2, overdue: 2 } });
    const user = openQueue('?kind=public', { deskQueue: open });
    await table();
    const link = screen.getByRole('link', { name: '2 2 overdue Authority to notify' });
    expect(link.getAttribute('href')).toBe('/desk?turn=all&authority=yes');
    await user.click(link);
    await waitFor(() =>
      expect(sentTo('deskQueue').at(-1)).toMatchObject({ authority: true, page: 1 }),
    );
    expect(sentTo('deskQueue').at(-1)).not.toHaveProperty('turn');
    const chosen = screen.getByRole('link', { name: '2 2 overdue Authority to notify' });
    expect(chosen.getAttribute('aria-current')).toBe('true');
    expect(chosen.getAttribute('href')).toBe('/desk');
  });

  test('link to page 1 of their states with the other filters, and a selected count clears its filter', async () => {
    openQueue('?state=data&kind=public&page=2');
    await table();
    const counts = screen.getByRole('navigation', { name: 'Applications per state' });
    expect(Object.values(linksIn(counts))).toEqual(
      [
        'submitted',
        'qualification',
        'information',
        'pending',
        null,
        'withheld',
        'approved',
        'suspended',
        'terminated',
      ].map((group) => `/desk?kind=public${group ? `&state=${group}` : ''}`),
    );
    expect(textOf(within(counts).getByRole('link', { current: true }))).toBe(
      '5 1 overdue Data under review',
    );
  });
});

describe('views', () => {
  const views: CallData<'deskViews'> = [
    savedView('Emergencies', { kind: 'public', turn: 'holder', assigned: 'nobody' }),
    savedView('Late', { overdue: true, sort: 'filed', descending: true }, { isShared: true }),
    savedView('Closed', { states: ['terminated.byRequester', 'terminated.byHolder'] }),
  ];

  test('link to their filters', async () => {
    const ofReviewer = (name: string, count: number | null) => ({
      owner: reviewer.id,
      name,
      count,
    });
    openQueue('?kind=public&assigned=nobody', {
      deskViews: views,
      deskViewCounts: {
        ...viewCounts,
        saved: [ofReviewer('Emergencies', 2), ofReviewer('Late', null)],
      },
    });
    const nav = await screen.findByRole('navigation', { name: 'Views' });
    await within(nav).findByText('1,000+');
    expect(linksIn(nav)).toMatchObject({
      'Emergencies 2': '/desk?kind=public&assigned=nobody',
      'Late (team) 1,000+': '/desk?turn=all&overdue=yes&sort=-filed',
      'Closed ·': '/desk?state=terminated',
    });
    expect(textOf(within(nav).getByRole('link', { current: true }))).toBe('Emergencies 2');
    screen.getByRole('heading', { level: 1, name: 'Emergencies 2' });
  });

  test.each([
    ['', 'We need to act 2'],
    ['?turn=requester&sort=-filed', 'Waiting for the requester 2'],
    ['?state=data', 'Data under review 2'],
    ['?kind=public&overdue=yes', 'Applications at the desk 2'],
  ])('name the page: %s', async (search, name) => {
    openQueue(search);
    await table();
    screen.getByRole('heading', { level: 1, name });
    const isStandard = !name.startsWith('Applications') && !name.startsWith('Data');
    const current = within(screen.getByRole('navigation', { name: 'Views' })).queryByRole('link', {
      current: true,
    });
    expect(current !== null).toBe(isStandard);
  });

  test('the view on screen can be deleted', async () => {
    const user = openQueue('?kind=public&assigned=nobody', {
      deskViews: views,
      deskViewForget: null,
    });
    await user.click(await screen.findByRole('button', { name: 'Change the view “Emergencies”' }));
    answerWith({ deskViews: views.slice(1) });
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Emergencies/ })).toBeNull());
    expect(sentTo('deskViewForget')).toEqual([{ owner: reviewer.id, name: 'Emergencies' }]);
  });

  test('the view on screen can be renamed and shared, by a lead also if a colleague owns it', async () => {
    const filter = { kind: 'public', turn: 'holder', sort: 'filed' } as const;
    const ofColleague = savedView('Bodies', filter, { owner: otherReviewer, isShared: true });
    const answers = { deskViews: [ofColleague], deskViewSave: null };
    openQueue('?kind=public&sort=filed', answers);
    await screen.findByRole('link', { name: /^Bodies \(team\)/, current: true });
    expect(screen.queryByRole('button', { name: /the view “Bodies”|Save this view/ })).toBeNull();
    cleanup();
    const user = openQueue('?kind=public&sort=filed', answers, lead);
    await user.click(await screen.findByRole('button', { name: 'Change the view “Bodies”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename or share' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change the view' });
    const name = await within(dialog).findByDisplayValue('Bodies');
    await user.clear(name);
    await user.type(name, 'Public bodies');
    await user.click(within(dialog).getByRole('checkbox', { name: /^All staff/, checked: true }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo('deskViewSave')).toEqual([
      {
        view: { owner: otherReviewer.id, name: 'Bodies' },
        name: 'Public bodies',
        isShared: false,
        filter,
      },
    ]);
  });

  test('any other filter or order can be saved under a name', async () => {
    const user = openQueue('?kind=public&search=Nowak&sort=filed', { deskViewSave: null });
    await user.click(await screen.findByRole('button', { name: 'Save this view' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save this view' });
    const name = await within(dialog).findByRole('textbox', { name: 'Name of the view' });
    await waitFor(() => expect(document.activeElement).toBe(name));
    await user.keyboard('{Enter}');
    const prompt = 'Give the view a name that no other view has';
    expect(within(dialog).getAllByText(prompt)).toHaveLength(2);
    await user.type(name, 'Of Anna');
    answerWith({ deskViewSave: wrongFields({ field: 'name', problem: 'range' }) });
    await user.keyboard('{Enter}');
    const limit = 'You have reached the maximum number of saved views';
    await waitFor(() => expect(within(dialog).getAllByText(limit)).toHaveLength(2));
    const filter = { kind: 'public', search: 'Nowak', sort: 'filed' } as const;
    answerWith({ deskViewSave: null, deskViews: [savedView('Of Anna', filter)] });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = { name: 'Of Anna', isShared: false, filter };
    expect(sentTo('deskViewSave')).toEqual([sent, sent]);
    await screen.findByRole('link', { name: /^Of Anna/ });
  });
});

describe('single keys', () => {
  test('move through the rows, open and take an application, and focus the search', async () => {
    const user = openDesk('', {
      deskTake: { assignee: { id: reviewer.id, email: reviewer.email } },
      deskApplication: caseOf(),
    });
    await table();
    const focused = () => textOf(document.activeElement);
    await user.keyboard('j');
    expect(focused()).toBe(NUMBER);
    await user.keyboard('j');
    expect(focused()).toBe(OTHER_NUMBER);
    await user.keyboard('j');
    expect(focused()).toBe(OTHER_NUMBER);
    await user.keyboard('kk');
    expect(focused()).toBe(NUMBER);
    await user.keyboard('t');
    const isTaken = (_: string, element: Element | null) =>
      element?.getAttribute('role') === 'status' && textOf(element) === `You have taken ${NUMBER}.`;
    await screen.findByText(isTaken);
    await user.keyboard('{Control>}t{/Control}{Alt>}t{/Alt}{Meta>}t{/Meta}');
    expect(sentTo('deskTake')).toEqual([{ applicationNumber: NUMBER }]);
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${NUMBER}` });
    await user.keyboard('x');
    expect([box.checked, screen.queryByText('1 application selected') !== null]).toEqual([
      true,
      true,
    ]);
    await user.keyboard('x');
    expect(screen.queryByText('1 application selected')).toBeNull();
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: /Number/ }));
    await user.keyboard('jo');
    expect(addressNow()).toBe('/desk');
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('jo');
    await pageOf(NUMBER);
  });

  test('select and take nothing for auditors', async () => {
    const user = openQueue('', {}, auditor);
    await table();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await user.keyboard('jxt');
    expect(sentTo('deskTake')).toEqual([]);
  });

  test('are listed, and can be turned off', async () => {
    const user = openQueue();
    await table();
    await user.keyboard('?j');
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(factsIn(help)).toEqual({
      j: 'Next application',
      k: 'Previous application',
      o: 'Open the application',
      x: 'Select the application',
      t: 'Take the application',
      '/': 'Search',
      '?': 'This help',
    });
    expect(document.activeElement?.tagName, 'behind a dialog').not.toBe('A');
    await user.click(within(help).getByRole('checkbox', { name: 'Single keys are shortcuts' }));
    await user.click(within(help).getByRole('button', { name: 'Close' }));
    await user.keyboard('j');
    expect(document.activeElement?.tagName).not.toBe('A');
    expect(localStorage.getItem('desk:shortcuts')).toBe('off');
    await user.click(screen.getByRole('button', { name: /Keyboard shortcuts/ }));
    await user.click(await screen.findByRole('checkbox', { name: 'Single keys are shortcuts' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('j');
    expect(textOf(document.activeElement)).toBe(NUMBER);
  });
});
