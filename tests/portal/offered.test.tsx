import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { kindsAndStates } from '#tests/components/kinds-and-states.ts';
import { openApplication } from '#tests/components/open-application.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { owner } from '#tests/components/people.ts';
import { offeredIn, openMenus, pageOf, textOf } from '#tests/components/reading.ts';
import { listOf, recordOf, reportIn, summaryOf } from '#tests/components/records.ts';

const links = ['History', 'Owner information', 'Vehicle information'];

interface Offers {
  /** Actions of a row other than history and information. */
  row: string[];
  page: string[];
}
const both = (...offers: string[]): Offers => ({ row: offers, page: offers });
const onPage = (...page: string[]): Offers => ({ row: [], page });
const remedies = 'Complaints and disputes';
const supply = 'Supplementary information';
const letter = 'Decision in writing (Word)';

const offers: Record<string, Offers> = {
  'personal qualification.submitted': both('Terminate'),
  'personal qualification.underReview': both('Terminate'),
  'personal qualification.informationRequired': both(supply, 'Terminate'),
  'personal dataRequest.awaited': both('Request data', 'Terminate'),
  'personal dataRequest.underReview': both('Terminate'),
  'personal dataRequest.informationRequired': both(supply, 'Terminate'),
  'personal dataRequest.withheld': { row: ['Terminate'], page: [remedies, letter, 'Terminate'] },
  'personal approved': { row: ['Download data'], page: [letter] },
  'personal suspended': onPage(remedies, letter),
  'personal terminated.byRequester': onPage('New application'),
  'personal terminated.byHolder': onPage(remedies, 'New application', letter),
  'public qualification.submitted': both('Terminate'),
  'public dataRequest.underReview': both('Terminate'),
  'public dataRequest.informationRequired': both(supply, 'Terminate'),
  'public approved': {
    row: ['Download data'],
    page: [letter, 'Report the erasure', 'Report passing on'],
  },
  'public suspended': onPage(remedies, letter),
  'public terminated.byRequester': onPage('New request'),
  'public terminated.byHolder': onPage(remedies, 'New request', letter),
};
/** Offered in every state. */
const disputeLabel = 'Tell us of a complaint or dispute';
const numberOf = (index: number) =>
  `VD-20261120-00000${index.toString(36).toUpperCase().replace('I', 'J')}`;

test('the table has a row for each kind and state of the machine', () => {
  expect(Object.keys(offers).sort()).toEqual(
    kindsAndStates.map(({ kind, state }) => `${kind} ${state}`).sort(),
  );
});

test('a row offers exactly what its state allows', {
  tags: ['2-row-actions', '3-order'],
}, async () => {
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
    return [`${kind} ${state}`, offeredIn(row?.lastElementChild as HTMLElement)];
  });
  expect(Object.fromEntries(offered)).toEqual(
    Object.fromEntries(
      Object.entries(offers).map(([key, { row }], index) => {
        const menu = `More for ${numberOf(index)}`;
        const ends = row.filter((name) => name === 'Terminate');
        const first = row.filter((name) => name !== 'Terminate');
        const [disputeAction, about, vehicle] = links;
        const who = key.startsWith('public') ? 'Requester information' : about;
        return [key, [...first, menu, disputeAction, who, vehicle, ...ends]];
      }),
    ),
  );
});

describe('the page of an application', () => {
  test.each(kindsAndStates)(
    'of kind $kind in $state offers exactly the allowed actions',
    async ({ kind, state }) => {
      const expected = offers[`${kind} ${state}`]?.page ?? [];
      openApplication(recordOf(kind, state));
      const page = await pageOf(
        kind === 'personal' ? 'Insurance' : 'Planning of charging stations.',
      );
      await within(page).findByRole('button', { name: disputeLabel });
      for (const name of expected) await within(page).findAllByText(name);
      const places = ['registration.pdf', 'signed-request.pdf', ...links, 'Requester information'];
      const offered = offeredIn(page).filter((name) => !places.includes(name));
      expect(offered.slice(2)).toEqual([...expected, disputeLabel]);
    },
  );

  test('in a state of an earlier release offers only to report a dispute', async () => {
    const oldState = 'qualification.checked';
    const { history, ...record } = recordOf();
    const [filed] = history;
    openApplication({
      ...{ ...record, state: oldState as typeof record.state, report: reportIn('printed') },
      history: filed ? [filed, { ...filed, revision: 1, to: oldState }] : [],
    });
    const page = await pageOf('Insurance');
    expect(within(page).getAllByText('Status no longer in use')).toHaveLength(2);
    await within(page).findByRole('button', { name: disputeLabel });
    expect(offeredIn(page).slice(2)).toEqual([...links, 'registration.pdf', disputeLabel]);
    const progress = within(page).getByRole('list', { name: 'Progress' });
    const stop = within(progress).getByRole('listitem', { current: 'step' });
    expect(textOf(stop.querySelector('b'))).toBe('Submitted');
  });
});
