import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { kindsAndStates } from '#tests/components/kinds-and-states.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { body, owner } from '#tests/components/people.ts';
import { offeredIn, openMenus, pageOf, textOf } from '#tests/components/reading.ts';
import { listOf, NUMBER, recordOf, summaryOf } from '#tests/components/records.ts';

interface Shown {
  status: string;
  /** Current stop of the progress, with its hidden text. */
  stop: string;
  /** Actions of a row other than history and information. */
  row: string[];
  turn: 'yours' | 'holders' | 'nobodys';
  page: string[];
}

const links = ['History', 'Owner information', 'Vehicle information'];

type Offers = (status: string, stop: string, ...offers: string[]) => Shown;
/** The data holder's turn. */
const waiting: Offers = (status, stop) => ({
  status,
  stop,
  row: ['Terminate'],
  turn: 'holders',
  page: ['Terminate'],
});
/** The requester's turn. */
const asked: Offers = (status, stop, act = '') => ({
  status,
  stop,
  row: [act, 'Terminate'],
  turn: 'yours',
  page: [act, 'Terminate'],
});
const approved: Shown = {
  status: 'Review passed',
  stop: 'Data ready',
  row: ['Download data'],
  turn: 'nobodys',
  page: ['Decision in writing (Word)'],
};
const terminated = (...page: string[]): Shown => ({
  status: 'Terminated',
  stop: 'Submitted',
  row: [],
  turn: 'nobodys',
  page,
});
const remedies = 'Complaints and disputes';
const toAdd = 'Information to be added';
const supply = 'Supplementary information';
const verification = 'Data verification';

/** Expectations for each kind and state. */
const shown: Record<string, Shown> = {
  'personal qualification.submitted': waiting('Submitted', 'Submitted'),
  'personal qualification.underReview': waiting(
    'Qualification under review',
    'Qualification review',
  ),
  'personal qualification.informationRequired': asked(toAdd, 'Qualification review', supply),
  'personal dataRequest.awaited': asked(
    'Data application pending',
    'Your data request',
    'Request data',
  ),
  'personal dataRequest.underReview': waiting('Data under review', 'Data review'),
  'personal dataRequest.informationRequired': asked(toAdd, 'Data review', supply),
  'personal dataRequest.withheld': {
    status: 'Data withheld',
    stop: 'Data review',
    row: ['Terminate'],
    turn: 'nobodys',
    page: [remedies, 'Terminate'],
  },
  'personal approved': approved,
  'personal suspended': {
    status: 'Data suspended',
    stop: 'Data suspended',
    row: [],
    turn: 'nobodys',
    page: [remedies, 'Decision in writing (Word)'],
  },
  'personal terminated.byRequester': terminated('New application'),
  'personal terminated.byHolder': terminated(
    remedies,
    'New application',
    'Decision in writing (Word)',
  ),
  'public qualification.submitted': waiting('Submitted', 'Submitted'),
  'public dataRequest.underReview': waiting('Waiting for data verification', verification),
  'public dataRequest.informationRequired': asked(toAdd, verification, supply),
  'public approved': {
    ...approved,
    page: ['Decision in writing (Word)', 'Report the erasure', 'Report passing on'],
  },
  'public suspended': {
    status: 'Data suspended',
    stop: 'Data suspended',
    row: [],
    turn: 'nobodys',
    page: [remedies, 'Decision in writing (Word)'],
  },
  'public terminated.byRequester': terminated('New request'),
  'public terminated.byHolder': terminated(remedies, 'New request', 'Decision in writing (Word)'),
};
/** Offered in every state. */
const disputeLabel = 'Tell us of a complaint or dispute';
const numberOf = (index: number) =>
  `VD-20261120-00000${index.toString(36).toUpperCase().replace('I', 'J')}`;
const turns = {
  yours: 'You need to act',
  holders: 'Waiting for the data holder',
  nobodys: null,
};

test('the table has a row for each kind and state of the machine', () => {
  expect(Object.keys(shown).sort()).toEqual(
    kindsAndStates.map(({ kind, state }) => `${kind} ${state}`).sort(),
  );
});

test('a row offers exactly what its state allows', async () => {
  openPage(
    '/home/data-acquisition',
    {
      history: listOf(
        ...kindsAndStates.map(({ kind, state }, index) =>
          summaryOf(kind, state, { number: numberOf(index) }),
        ),
      ),
    },
    owner,
  );
  openMenus(await screen.findByRole('table'));
  const rows = screen.getAllByRole('row');
  const offered = kindsAndStates.map(({ kind, state }, index) => {
    const row = rows.find((one) => one.textContent?.includes(numberOf(index)));
    const [, , , status, actions] = [...(row?.children ?? [])] as HTMLElement[];
    return [
      `${kind} ${state}`,
      { status: textOf(status?.firstElementChild), offered: offeredIn(actions as HTMLElement) },
    ];
  });
  expect(Object.fromEntries(offered)).toEqual(
    Object.fromEntries(
      Object.entries(shown).map(([key, { status, row }], index) => {
        const menu = `More for ${numberOf(index)}`;
        const ends = row.filter((name) => name === 'Terminate');
        const first = row.filter((name) => name !== 'Terminate');
        const [disputeAction, about, vehicle] = links;
        const who = key.startsWith('public') ? 'Requester information' : about;
        return [key, { status, offered: [...first, menu, disputeAction, who, vehicle, ...ends] }];
      }),
    ),
  );
});

describe('the page of an application', () => {
  test.each(kindsAndStates)('of $kind in $state', async ({ kind, state }) => {
    const expected = shown[`${kind} ${state}`];
    openPage(
      `/home/data-acquisition/applications/${NUMBER}`,
      { applicationDetails: recordOf(kind, state) },
      kind === 'personal' ? owner : body,
    );
    const page = await pageOf(kind === 'personal' ? 'Insurance' : 'Planning of charging stations.');
    expect(within(page).getAllByText(expected?.status ?? '').length).toBeGreaterThan(0);
    const progress = within(page).getByRole('list', { name: 'Progress' });
    const stop = within(progress).getByRole('listitem', { current: 'step' });
    expect(textOf(stop.querySelector('b'))).toBe(expected?.stop);
    expect(
      within(page).queryByText(/^(You need to act|Waiting for the data holder)$/)?.textContent ??
        null,
    ).toBe(turns[expected?.turn ?? 'nobodys']);
    await within(page).findByRole('button', { name: disputeLabel });
    for (const name of expected?.page ?? []) await within(page).findAllByText(name);
    const places = ['registration.pdf', 'signed-request.pdf', ...links, 'Requester information'];
    const offered = offeredIn(page).filter((name) => !places.includes(name));
    expect(offered.slice(2)).toEqual([...(expected?.page ?? []), disputeLabel]);
  });

  test('in a state of an earlier release offers only to report a dispute', async () => {
    const oldState = 'qualification.checked';
    const { history, ...record } = recordOf();
    const [filed] = history;
    const report = {
      state: 'printed',
      reason: null,
      attempts: 1,
      regenerations: 0,
      maxRegenerations: 3,
      updatedAt: 0,
    };
    openPage(
      `/home/data-acquisition/applications/${NUMBER}`,
      {
        applicationDetails: {
          ...record,
          state: oldState,
          report: { ...report, keptUntil: null, rows: null, size: null, packageSize: null },
          history: filed ? [filed, { ...filed, revision: 1, to: oldState }] : [],
        },
      },
      owner,
    );
    const page = await pageOf('Insurance');
    expect(within(page).getAllByText('Status no longer in use')).toHaveLength(2);
    await within(page).findByRole('button', { name: disputeLabel });
    expect(offeredIn(page).slice(2)).toEqual([...links, 'registration.pdf', disputeLabel]);
    const progress = within(page).getByRole('list', { name: 'Progress' });
    const stop = within(progress).getByRole('listitem', { current: 'step' });
    expect(textOf(stop.querySelector('b'))).toBe('Submitted');
  });
});
