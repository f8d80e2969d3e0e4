import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { shownCar } from '#tests/components/answers.ts';
import { storeUnsaved, unsavedKeys } from '#tests/components/drafts.ts';
import { HOME } from '#tests/components/open-application.ts';
import { addressNow, NOW, openPage, stopIntervals } from '#tests/components/open-page.tsx';
import { agent, body, owner } from '#tests/components/people.ts';
import { linksIn, offeredIn, pageOf, rowsOf, textOf } from '#tests/components/reading.ts';
import { listOf, NUMBER, recordOf, summaryOf } from '#tests/components/records.ts';
import {
  type Answers,
  answerWith,
  headersOf,
  rejected,
  sentTo,
} from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';

const HOUR = 3_600_000;
const answersOf = (...items: Parameters<typeof listOf>): Answers => ({ history: listOf(...items) });
const openList = (answers: Answers, path = '', user = owner) =>
  openPage(HOME + path, answers, user);
const table = async () => rowsOf(await screen.findByRole('table')).map((row) => row.join(' | '));

describe('the groups of the list', () => {
  test('have a fixed order', async () => {
    openList(
      answersOf(
        summaryOf('personal', 'terminated.byHolder', { number: 'VD-20261101-00000A' }),
        summaryOf('personal', 'qualification.underReview', { number: 'VD-20261101-00000B' }),
        summaryOf('personal', 'approved', { number: 'VD-20261101-00000C', reportState: 'queued' }),
        summaryOf('personal', 'approved', { number: 'VD-20261101-00000D', reportState: 'expired' }),
        summaryOf('personal', 'approved', { number: 'VD-20261101-00000E' }),
        summaryOf('personal', 'dataRequest.awaited', { number: 'VD-20261101-00000F' }),
      ),
    );
    await screen.findAllByText('Insurance');
    const firsts = (await table()).map((row) => row.split(' | ')[0]);
    expect(firsts).toEqual([
      'Order number',
      'Needs you 2',
      'VD-20261101-00000ETwizy',
      'VD-20261101-00000FTwizy',
      'Under way 2',
      'VD-20261101-00000BTwizy',
      'VD-20261101-00000CTwizy',
      'Ended 2',
      'VD-20261101-00000ATwizy',
      'VD-20261101-00000DTwizy',
    ]);
  });

  test.each([
    [
      'qualification.informationRequired',
      { dueDay: '2026-11-23' },
      'Answer by Mon 23 Nov, in 3 days',
    ],
    ['dataRequest.awaited', { dueDay: '2027-01-11' }, 'Choose your data by Mon 11 Jan 2027'],
    [
      'qualification.underReview',
      { dueDay: '2026-11-21' },
      'With us, answer expected by Sat 21 Nov, tomorrow',
    ],
    [
      'qualification.underReview',
      { dueDay: '2026-11-20' },
      'With us, answer expected by Fri 20 Nov, today',
    ],
    ['qualification.underReview', { dueDay: '2026-11-19' }, 'With us, and later than we aimed for'],
    [
      'dataRequest.underReview',
      { quoteDay: '2026-11-23', dueDay: null },
      'Answer the quote by Mon 23 Nov, in 3 days',
    ],
    ['dataRequest.underReview', { linkEndedAt: NOW }, 'Have the vehicle linked again'],
    [
      'dataRequest.underReview',
      { isForThirdParty: true },
      'Name the e-mail address of the third party',
    ],
    [
      'dataRequest.underReview',
      { unconfirmedContact: 'me@example.eu' },
      'Confirm the contact e-mail address',
    ],
    ['dataRequest.withheld', {}, 'See the reasons and what you can do'],
    ['suspended', {}, 'See the reasons and what you can do'],
    ['terminated.byRequester', {}, 'Ended by you on 19 November 2026'],
    ['terminated.byHolder', { isRefused: true }, 'Refused on 19 November 2026'],
    ['terminated.byHolder', {}, 'Ended on 19 November 2026, without an answer from you'],
    ['approved', { reportState: 'generating' }, 'We are generating the report'],
    ['approved', { reportState: 'empty' }, 'There are no data for this request'],
    ['approved', { reportState: 'failed' }, 'The report could not be generated'],
    ['approved', { reportState: 'expired' }, 'The report is no longer kept'],
    ['approved', { reportDay: null }, 'Your data are ready'],
  ] as const)('show an application in %s with %o as «%s»', async (state, others, words) => {
    openList(answersOf(summaryOf('personal', state, others)));
    await screen.findByText(words);
  });
});

test.each([
  ['answerQuote', { quoteDay: '2026-12-04' }, { 'See the quote': '#quotes' }],
  ['nameRecipient', { isForThirdParty: true }, { 'Name the recipient': '#recipient' }],
  [
    'confirmContact',
    { unconfirmedContact: 'me@example.eu' },
    { 'Confirm the address': '#contact' },
  ],
  ['renewLink', { linkEndedAt: NOW }, {}],
])(
  'the task %s is in «Needs you», with a link to the page on which it is done',
  async (_, others, links) => {
    openList(answersOf(summaryOf('personal', 'dataRequest.underReview', others)));
    await screen.findByRole('rowheader', { name: /^Needs you/ });
    const address = `${HOME}/applications/${NUMBER}`;
    const steps = Object.entries(links).map(([label, fragment]) => [label, address + fragment]);
    expect(linksIn(screen.getByRole('table'))).toEqual({
      [NUMBER]: address,
      ...Object.fromEntries(steps),
    });
  },
);

test('data that were downloaded are under «Ended», and can be downloaded again', async () => {
  openList(answersOf(summaryOf('personal', 'approved', { reportFetchedAt: NOW })));
  await screen.findByRole('rowheader', { name: /^Ended/ });
  expect(screen.queryByRole('rowheader', { name: /^Needs you/ })).toBeNull();
  screen.getByRole('button', { name: 'Download data' });
});

describe('a report in the list', () => {
  const NONE_LEFT = { regenerations: 3, maxRegenerations: 3 };
  const DOWNLOAD = ['Download data'];
  const AGAIN = ['Generate again'];
  test.each([
    ['delivered', {}, DOWNLOAD],
    ['delivered', { regeneration: NONE_LEFT }, DOWNLOAD],
    ['queued', {}, []],
    ['generating', {}, []],
    ['empty', {}, AGAIN],
    ['failed', {}, AGAIN],
    ['expired', {}, AGAIN],
    ['expired', { regeneration: NONE_LEFT }, []],
    ['failed', { vehicleId: 'sold-car' }, []],
    ['a state of an earlier release', {}, []],
  ])('that is %s, with %j, offers %j', async (reportState, others, offered) => {
    openList(answersOf(summaryOf('personal', 'approved', { reportState, ...others })));
    await screen.findByText('Insurance');
    const actions = screen.getByRole('button', { name: `More for ${NUMBER}` }).closest('td');
    // The vehicles of the account say whether the vehicle is still linked.
    await waitFor(() => expect(sentTo('currentUser')).not.toEqual([]));
    await waitFor(() =>
      expect(offeredIn(actions as HTMLElement)).toEqual([...offered, `More for ${NUMBER}`]),
    );
  });

  test('is generated again on request and its page opens', async () => {
    const expired = { ...recordOf('personal', 'approved'), reportState: 'expired' };
    const user = openList({
      ...answersOf(summaryOf('personal', 'approved', { reportState: 'expired' })),
      regenerateReport: null,
      applicationDetails: expired,
    });
    await user.click(await screen.findByRole('button', { name: 'Generate again' }));
    await pageOf('Insurance');
    expect(sentTo('regenerateReport')).toEqual([{ applicationNumber: NUMBER }]);
    expect(addressNow()).toBe(`${HOME}/applications/${NUMBER}#report`);
  });

  test('that cannot be generated again shows the reason and reloads the list', async () => {
    const user = openList({
      ...answersOf(summaryOf('personal', 'approved', { reportState: 'expired' })),
      regenerateReport: rejected(codes.vehicleNotLinked, 'The link has ended.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Generate again' }));
    await screen.findByText('The link has ended.');
    expect(addressNow()).toBe(HOME);
    await waitFor(() => expect(sentTo('history')).toHaveLength(2));
  });

  test.each([
    ['', {}],
    [' beside another task', { unconfirmedContact: 'reports@example.eu' }],
  ])('in progress%s is polled every 3 seconds until it can be downloaded', async (_, task) => {
    stopIntervals();
    const generating = { reportState: 'generating', ...task } as const;
    openList(answersOf(summaryOf('personal', 'approved', generating)));
    await screen.findAllByText('Insurance');
    answerWith(answersOf(summaryOf('personal', 'approved')));
    await act(() => vi.advanceTimersByTimeAsync(3000));
    await screen.findByRole('button', { name: 'Download data' });
    expect(headersOf('history').get('unattended')).toBe('1');
    const before = sentTo('history').length;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(sentTo('history')).toHaveLength(before);
  });

  test('that has expired meanwhile reloads the list', async () => {
    const user = openList({
      ...answersOf(summaryOf('personal', 'approved')),
      report: rejected(codes.reportNotReady, 'The report is no longer kept'),
    });
    const button = await screen.findByRole('button', { name: 'Download data' });
    answerWith(answersOf(summaryOf('personal', 'approved', { reportState: 'expired' })));
    await user.click(button);
    await screen.findByRole('button', { name: 'Generate again' });
    expect(screen.queryByRole('button', { name: 'Download data' })).toBeNull();
  });
});

test('the URL of a list may end with a slash', async () => {
  openList(answersOf(), '/approved/');
  await screen.findByRole('heading', { level: 1, name: 'Approved' });
  expect(sentTo('history')).toEqual([{ list: 'approved', page: 1, pageSize: 25 }]);
});

test('an account without a car or application gets links to both forms', async () => {
  openList(answersOf(), '', body);
  await screen.findByText('You have no applications yet.');
  expect(linksIn(screen.getByRole('main'))).toMatchObject({
    'Ask for the data of a car': `${HOME}/new`,
    'Request of a public sector body': `${HOME}/public-sector`,
  });
});

test('the lists are shown with the first application, not while loading', async () => {
  let load = (_: CallData<'history'>) => {};
  openList({ history: () => new Promise((resolve) => (load = resolve)) as never });
  await pageOf('My applications');
  expect(screen.queryByRole('navigation', { name: 'Lists' })).toBeNull();
  load(listOf(summaryOf()));
  await screen.findByRole('navigation', { name: 'Lists' });
});

test('cars of other users are not listed as own cars', async () => {
  openList(answersOf(summaryOf()), '', agent);
  const panel = await screen.findByRole('complementary', { name: 'Linked cars' });
  expect(panel.textContent).toContain(`on behalf of ${owner.email}`);
  expect(panel.textContent).toContain('Other linked cars');
});

const SOLD = { ...shownCar, vehicleId: 'sold-car', name: 'Zefir', colour: 'Brick red' };
const paintIn = (row: HTMLElement) =>
  row.querySelector<SVGElement>('svg[viewBox="0 0 120 44"] > path')?.style.fill;

test('a car is named and drawn in its colour after its link has ended', async () => {
  const sold = summaryOf('personal', 'terminated.byRequester', { vehicleId: 'sold-car' });
  openList({ ...answersOf(sold), ownVehicle: SOLD });
  const row = (await screen.findByText('Zefir')).closest('tr') as HTMLElement;
  expect(textOf(row)).toContain(NUMBER);
  expect(paintIn(row)).toBe('rgb(176, 72, 60)');
});

describe('a draft', () => {
  const stored = (values: object, place: string | null, savedAt = NOW) => ({
    revision: 7,
    savedAt,
    content: JSON.stringify({ values, place }),
  });
  const application = { purpose: 'insurance' };
  const openWith = (
    drafts: Record<string, CallData<'draftRead'>>,
    answers: Answers = {},
    path = '',
  ) =>
    openList({ ...answersOf(), draftRead: ({ name }) => drafts[name] ?? null, ...answers }, path);

  test('is listed with its age and continues at its page', { tags: ['2-columns'] }, async () => {
    openWith({ application: stored(application, `${HOME}/new/vehicle`, NOW - 26 * HOUR) });
    await screen.findByText('Insurance');
    expect(await table()).toEqual([
      'Order number | Application time | Purpose of use | Processing status | Operate',
      'Needs you 1',
      'Unfinished applicationNot sent | – | Insurance | Draft, step 1 of 4Saved yesterday, kept until Sat 19 Dec | Continue',
    ]);
    expect(screen.queryByText('No data')).toBeNull();
    expect(linksIn(screen.getByRole('table'))).toEqual({
      'Unfinished application': `${HOME}/new/vehicle`,
      Continue: `${HOME}/new/vehicle`,
    });
  });

  test.each([
    [`${HOME}/new/about-you`, {}, 'Draft, step 2 of 4'],
    [`${HOME}/new/check`, {}, 'Draft, step 4 of 4'],
    [`${HOME}/new/check`, { purpose: 'ownInformation', use: 'personal' }, 'Draft, step 3 of 3'],
    [null, {}, 'Draft'],
  ])('of an application at %s with %j is “%s”', async (place, values, words) => {
    openWith({ application: stored({ ...application, ...values }, place) });
    await screen.findByText(words);
  });

  test.each([
    [`${HOME}/public-sector`, 'Draft, step 1 of 6'],
    [`${HOME}/public-sector/use`, 'Draft, step 3 of 6'],
  ])('of a public-sector request at %s is “%s”', async (place, words) => {
    openWith({ 'public-request': stored({}, place) });
    await screen.findByText(words);
  });

  test('names its car', async () => {
    openWith({ application: stored({ vehicle: { vehicleId: 'car-1' } }, null) });
    await screen.findByText('Twizy, not sent');
  });

  test('names its car after its link has ended', async () => {
    const draft = stored({ vehicle: { vehicleId: 'sold-car' } }, null);
    openWith({ application: draft }, { ownVehicle: SOLD });
    const row = (await screen.findByText('Zefir, not sent')).closest('tr') as HTMLElement;
    expect(paintIn(row)).toBe('rgb(176, 72, 60)');
  });

  test('of a public-sector request leads to its form', async () => {
    openWith({ 'public-request': stored({ purpose: 'Safer crossings' }, `${HOME}/new`) });
    await screen.findByText('Safer crossings');
    expect(linksIn(screen.getByRole('table'))).toEqual({
      'Unfinished request of a public sector body': `${HOME}/public-sector`,
      Continue: `${HOME}/public-sector`,
    });
  });

  test('that this tab has not saved yet is saved once the account is loaded', async () => {
    storeUnsaved(`${owner.id}:application`, application);
    let drafts: CallData<'draftRead'> = null;
    openWith(
      {},
      {
        draftRead: ({ name }) => (name === 'application' ? drafts : null),
        draftSave: ({ content }) => {
          drafts = { revision: 1, savedAt: NOW, content };
          return { revision: 1 };
        },
      },
    );
    await screen.findByText('Insurance');
    expect(unsavedKeys()).toEqual([]);
  });

  test('is deleted after confirmation', async () => {
    const drafts: Record<string, CallData<'draftRead'>> = { application: stored({}, null) };
    const user = openWith(drafts, {
      draftForget: ({ name }) => {
        drafts[name] = null;
        return null;
      },
    });
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: 'More for the draft' }));
      await user.click(screen.getByRole('menuitem', { name: 'Delete the draft' }));
      return within(await screen.findByRole('dialog', { name: 'Abandon the data application?' }));
    };
    await user.click((await remove()).getByRole('button', { name: 'Keep the application' }));
    expect(sentTo('draftForget')).toEqual([]);
    await user.click((await remove()).getByRole('button', { name: 'Abandon' }));
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(sentTo('draftForget')).toEqual([{ name: 'application' }]);
    expect(addressNow()).toBe(HOME);
  });

  test('stays listed when the server cannot delete it', async () => {
    const user = openWith({ application: stored({}, null) }, { draftForget: rejected(500, 'No.') });
    await user.click(await screen.findByRole('button', { name: 'More for the draft' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete the draft' }));
    await user.click(await screen.findByRole('button', { name: 'Abandon' }));
    await screen.findByText('No.');
    screen.getByRole('link', { name: 'Continue' });
  });

  test('adds no page to a full list', async () => {
    const full = { ...listOf(summaryOf()), total: 25 };
    openWith({ application: stored({}, null) }, { history: full });
    await screen.findByRole('link', { name: 'Continue' });
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  test('is in the main list only', async () => {
    openWith({ application: stored({}, null) }, {}, '/approved');
    await screen.findByRole('heading', { name: 'No data' });
  });
});
