import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { applicationStates } from '#contract/stored-application.ts';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { auditor, reviewer } from '#tests/components/people.ts';
import { factsIn, linksIn, pageOf, rowsOf, textOf, typedIn } from '#tests/components/reading.ts';
import { caseOf, NUMBER, OTHER_NUMBER, summaryOf } from '#tests/components/records.ts';
import { type Answers, answerWith, sentTo, wrongFields } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';

type Queue = CallData<'deskQueue'>;
type Item = Queue['items'][number];

const item = (others: Partial<Item> = {}): Item => ({
  ...summaryOf('personal', 'qualification.underReview'),
  requesterEmail: 'anna@example.eu',
  requesterName: 'Anna Nowak',
  dueAt: Date.parse('2026-11-27T23:00:00Z'),
  dueDay: '2026-11-27',
  isOverdue: false,
  assignee: null,
  ...others,
});
const second = (others: Partial<Item> = {}) =>
  item({
    ...summaryOf('public', 'dataRequest.underReview', { number: OTHER_NUMBER }),
    requesterEmail: 'body@example.eu',
    requesterName: 'Road Safety Authority',
    ...others,
  });
const queue = (items: Item[] = [item(), second()], others: Partial<Queue> = {}): Queue => ({
  total: items.length,
  isMore: false,
  items,
  counts: applicationStates.map((state, index) => ({ state, count: index + 1 })),
  ...others,
});
const openQueue = (search = '', answers: Answers = {}, user = reviewer) =>
  openPage(`/desk${search}`, { deskQueue: queue(), ...answers }, user);
const table = async () => rowsOf(await screen.findByRole('table'));
const asked = () => sentTo('deskQueue').at(-1);

describe('a row', () => {
  test('names the application, the requester, the state, the date and who has it', async () => {
    openQueue('', {
      deskQueue: queue([
        item({ assignee: { id: reviewer.id, email: reviewer.email } }),
        second({
          isOverdue: true,
          dueDay: '2026-11-18',
          dueAt: Date.parse('2026-11-18T09:00:00Z'),
        }),
        item({ number: 'VD-20261101-AAAAAA', assignee: { id: 'rolf', email: 'rolf@example.eu' } }),
        item({ number: 'VD-20261101-BBBBBB', dueAt: null, dueDay: null }),
      ]),
    });
    expect(await table()).toEqual([
      ['Order number', 'Requester', 'Processing status', 'Due', 'Taken by'],
      [
        `${NUMBER}User or third party`,
        'Anna Nowakanna@example.eu',
        'Qualification under review',
        '27 November 2026in 8 days',
        'You',
      ],
      [
        `${OTHER_NUMBER}Public sector body`,
        'Road Safety Authoritybody@example.eu',
        'Waiting for data verification',
        '18 November 2026 Overdue 2 days ago',
        '–',
      ],
      [
        'VD-20261101-AAAAAAUser or third party',
        'Anna Nowakanna@example.eu',
        'Qualification under review',
        '27 November 2026in 8 days',
        'rolf@example.eu',
      ],
      [
        'VD-20261101-BBBBBBUser or third party',
        'Anna Nowakanna@example.eu',
        'Qualification under review',
        '–',
        '–',
      ],
    ]);
    expect(linksIn(screen.getByRole('table'))[NUMBER]).toBe(`/desk/applications/${NUMBER}`);
    expect(screen.getByText('4 applications')).toBeTruthy();
  });

  test('an empty queue leads back to what waits', async () => {
    openQueue('?kind=public', { deskQueue: queue([]) });
    expect(await screen.findByRole('heading', { name: 'Nothing here' })).toBeTruthy();
    expect(
      screen.getByText('No application matches this filter. Choose another, or come back later.'),
    ).toBeTruthy();
    expect(
      screen
        .getByRole('link', { name: 'Show what waits for the data holder' })
        .getAttribute('href'),
    ).toBe('/desk');
  });

  test('too many matches are not counted, and say so', async () => {
    openQueue('?search=a', {
      deskQueue: queue([item()], { total: 1000, isMore: true, counts: null }),
    });
    expect(
      await screen.findByText('More than 1,000 applications. Add a word to narrow the search.'),
    ).toBeTruthy();
    const counts = screen.getByRole('navigation', { name: 'Applications per state' });
    expect(within(counts).getAllByText('·')).toHaveLength(7);
  });

  test('a queue that fails is asked for again', async () => {
    const user = openQueue('', { deskQueue: wrongFields({ field: 'search', problem: 'tooLong' }) });
    await screen.findByText(/The page could not be loaded/);
    expect(screen.queryByText('Nothing here')).toBeNull();
    answerWith({ deskQueue: queue() });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await table()).toHaveLength(3);
  });
});

describe('the filter is the address', () => {
  test.each<[string, object]>([
    ['', { turn: 'holder' }],
    ['?turn=requester', { turn: 'requester' }],
    ['?turn=nobody', { turn: 'nobody' }],
    ['?turn=all', {}],
    [
      '?kind=public&assigned=me&overdue=yes&search=%20Nowak%20',
      {
        turn: 'holder',
        kind: 'public',
        assigned: 'me',
        overdue: true,
        search: 'Nowak',
      },
    ],
    [
      '?state=information&turn=nobody',
      {
        states: ['qualification.informationRequired', 'dataRequest.informationRequired'],
      },
    ],
    ['?state=terminated', { states: ['terminated.byRequester', 'terminated.byHolder'] }],
    ['?kind=other&assigned=other&overdue=no&page=x', { turn: 'holder' }],
  ])('%s', async (search, filter) => {
    openQueue(search);
    await table();
    expect(asked()).toEqual({ ...filter, page: 1, pageSize: 20 });
  });

  test.each<[string, string, string, string, string]>([
    ['Waiting for', 'The data holder', 'holder', 'turn=holder', ''],
    ['Waiting for', 'The requester', 'requester', 'turn=requester', '?state=data'],
    ['Waiting for', 'Ended', 'nobody', 'turn=nobody', ''],
    ['Waiting for', 'All', 'all', 'turn=all', ''],
    ['Kind', 'Users and third parties', 'personal', 'kind=personal', ''],
    ['Kind', 'Public sector bodies', 'public', 'kind=public', ''],
    ['Kind', 'All', '', '', '?kind=public'],
    ['Taken by', 'Me', 'me', 'assigned=me', ''],
    ['Taken by', 'Nobody', 'nobody', 'assigned=nobody', ''],
    ['Taken by', 'All', '', '', '?assigned=me'],
  ])('%s: «%s», from page 1 on', async (label, words, value, address, before) => {
    const user = openQueue(`${before || '?'}&page=3`);
    await user.selectOptions(await screen.findByRole('combobox', { name: label }), words);
    expect(new URLSearchParams(addressNow().split('?')[1]).toString()).toBe(address);
    expect(typedIn(screen.getByRole('combobox', { name: label }))).toBe(value);
    await waitFor(() => expect(asked()?.page).toBe(1));
  });

  test('overdue only, and all again, from page 1 on', async () => {
    const user = openQueue('?page=3');
    const tick = await screen.findByRole('checkbox', { name: 'Overdue only' });
    await user.click(tick);
    expect(addressNow()).toBe('/desk?overdue=yes');
    await user.click(tick);
    expect(addressNow()).toBe('/desk');
  });

  test('a search goes by the button, back to page 1, and Back brings the words back', async () => {
    const user = openQueue('?kind=public&page=3');
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

  test('a state shows whose turn is asked as «All»; the filters fold', async () => {
    const user = openQueue('?state=data');
    expect(typedIn(await screen.findByRole('combobox', { name: 'Waiting for' }))).toBe('all');
    const more = screen.getByRole('button', { name: 'More filters' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    await user.click(more);
    expect(
      screen.getByRole('button', { name: 'Fewer filters' }).getAttribute('aria-expanded'),
    ).toBe('true');
  });

  test('pages keep the filter', async () => {
    openQueue('?kind=public&page=2', { deskQueue: queue([second()], { total: 41 }) });
    const pages = await screen.findByRole('navigation', { name: 'Pages' });
    expect(textOf(pages)).toBe('Previous pagePage 2 of 3Next page');
    expect(linksIn(pages)).toEqual({
      'Previous page': '/desk?kind=public&page=1',
      'Next page': '/desk?kind=public&page=3',
    });
    expect(asked()).toMatchObject({ page: 2 });
  });
});

describe('the counts', () => {
  test('add up by label, along the normal course, and lead to their own', async () => {
    openQueue('?turn=nobody&kind=public&page=2');
    await table();
    const counts = screen.getByRole('navigation', { name: 'Applications per state' });
    expect(within(counts).getAllByRole('listitem').map(textOf)).toEqual([
      '1 Submitted',
      '2 Qualification under review',
      '9 Information to be added',
      '4 Data application pending',
      '5 Data under review',
      '7 Review passed',
      '17 Terminated',
    ]);
    expect(Object.values(linksIn(counts))).toEqual(
      [
        'submitted',
        'qualification',
        'information',
        'pending',
        'data',
        'approved',
        'terminated',
      ].map((group) => `/desk?kind=public&state=${group}`),
    );
  });

  test('a chosen one is given up by choosing it again', async () => {
    openQueue('?state=data');
    await table();
    const chosen = screen.getByRole('link', { current: true, name: '5 Data under review' });
    expect(chosen.getAttribute('href')).toBe('/desk');
  });
});

describe('views', () => {
  const views: CallData<'deskViews'> = [
    { name: 'Emergencies', filter: { kind: 'public', turn: 'holder', assigned: 'nobody' } },
    { name: 'Late', filter: { overdue: true } },
    { name: 'Ended', filter: { states: ['terminated.byRequester', 'terminated.byHolder'] } },
  ];

  test('lead to their filters', async () => {
    openQueue('?kind=public&assigned=nobody', { deskViews: views });
    const nav = await screen.findByRole('navigation', { name: 'Views' });
    await within(nav).findByText('Late');
    expect(linksIn(nav)).toEqual({
      Emergencies: '/desk?kind=public&assigned=nobody',
      Late: '/desk?turn=all&overdue=yes',
      Ended: '/desk?state=terminated',
    });
    expect(textOf(within(nav).getByRole('link', { current: true }))).toBe('Emergencies');
  });

  test('the one that is shown can be forgotten', async () => {
    const user = openQueue('?kind=public&assigned=nobody', {
      deskViews: views,
      deskViewForget: null,
    });
    const forget = await screen.findByRole('button', { name: 'Delete the view “Emergencies”' });
    answerWith({ deskViews: views.slice(1) });
    await user.click(forget);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Emergencies' })).toBeNull());
    expect(sentTo('deskViewForget')).toEqual([{ name: 'Emergencies' }]);
  });

  test('any other filter can be kept under a name', async () => {
    const user = openQueue('?kind=public&search=Nowak', { deskViewSave: null });
    await user.click(await screen.findByRole('button', { name: 'Save this view' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save this view' });
    await user.click(await within(dialog).findByRole('button', { name: 'Save' }));
    expect(within(dialog).getAllByText('Give the view a name')).toHaveLength(2);
    await user.type(within(dialog).getByRole('textbox', { name: 'Name of the view' }), 'Of Anna');
    answerWith({
      deskViews: [{ name: 'Of Anna', filter: { kind: 'public', turn: 'holder', search: 'Nowak' } }],
    });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo('deskViewSave')).toEqual([
      { name: 'Of Anna', filter: { turn: 'holder', kind: 'public', search: 'Nowak' } },
    ]);
    expect(await screen.findByRole('link', { name: 'Of Anna' })).toBeTruthy();
  });

  test('too many are refused at the name', async () => {
    const user = openQueue('', { deskViewSave: wrongFields({ field: 'name', problem: 'range' }) });
    await user.click(await screen.findByRole('button', { name: 'Save this view' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name of the view' }), 'One more');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(
        screen.getAllByText('You have reached the maximum number of saved views'),
      ).toHaveLength(2),
    );
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('single keys', () => {
  test('go through the rows, open one, take one and find one', async () => {
    const user = openQueue('', {
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
    await user.keyboard('a');
    expect(await screen.findByText(`You have taken ${NUMBER}.`)).toBeTruthy();
    expect(sentTo('deskTake')).toEqual([{ applicationNumber: NUMBER }]);
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: /Number/ }));
    await user.keyboard('jo');
    expect(addressNow()).toBe('/desk');
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('jo');
    await pageOf(`Application ${NUMBER}`);
  });

  test('auditors take nothing', async () => {
    const user = openQueue('', {}, auditor);
    await table();
    await user.keyboard('ja');
    expect(sentTo('deskTake')).toEqual([]);
  });

  test('are listed, and can be turned off', async () => {
    const user = openQueue();
    await table();
    await user.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(factsIn(help)).toEqual({
      j: 'Next application',
      k: 'Previous application',
      o: 'Open the application',
      a: 'Take the application',
      '/': 'Search',
      '?': 'This help',
    });
    await user.click(within(help).getByRole('checkbox', { name: 'Single keys are shortcuts' }));
    await user.click(within(help).getByRole('button', { name: 'Close' }));
    await user.keyboard('j');
    expect(document.activeElement?.tagName).not.toBe('A');
    expect(localStorage.getItem('desk:shortcuts')).toBe('off');
    await user.click(screen.getByRole('button', { name: /Keyboard shortcuts/ }));
    await user.click(screen.getByRole('checkbox', { name: 'Single keys are shortcuts' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('j');
    expect(textOf(document.activeElement)).toBe(NUMBER);
  });
});
