import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import FiguresPage from '#desk/figures/figures-page.tsx';
import { addressNow } from '#tests/components/open-page.tsx';
import { lead } from '#tests/components/people.ts';
import { linksIn, rowsOf, textOf } from '#tests/components/reading.ts';
import { showAtDesk } from '#tests/components/show-at-desk.tsx';
import { type Answers, sentTo } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';

const figures: CallData<'officeFigures'> = {
  open: 1203,
  overdue: 4,
  // Two states with the same label.
  states: [
    { state: 'qualification.informationRequired', now: 1200, overdue: 4 },
    { state: 'dataRequest.informationRequired', now: 3, overdue: 0 },
  ],
  ages: [
    { fromDays: 0, belowDays: 7, count: 1200, overdue: 1 },
    { fromDays: 7, belowDays: null, count: 3, overdue: 3 },
  ],
  reviewers: [
    { email: null, open: 1203, overdue: 4, ended: 0 },
    { email: 'rita@example.eu', open: 0, overdue: 0, ended: 7 },
  ],
  grounds: [{ ground: 'tradeSecrets', count: 2 }],
  grants: [
    { state: 'active', now: 5 },
    { state: 'suspended', now: 1 },
  ],
  weeks: [
    { from: '2026-11-09', filed: 9, ended: 2 },
    { from: '2026-11-16', filed: 4, ended: 0 },
  ],
};
const openFigures = (search = '', answers: Answers = {}) =>
  showAtDesk(
    <main>
      <FiguresPage />
    </main>,
    { officeFigures: figures, deskGrounds: [], ...answers },
    lead,
    `/desk/figures${search}`,
  );
/** Row headers of a table. */
const rowNames = (name: string) =>
  within(screen.getByRole('table', { name })).getAllByRole('rowheader').map(textOf);

test('each row of the figures has a header, and each status one row', async () => {
  openFigures();
  await screen.findByRole('table', { name: 'By age' });
  expect(rowsOf(screen.getByRole('table', { name: 'By status' })).slice(1)).toEqual([
    ['Information to be added', '1,203', '4'],
  ]);
  expect(rowNames('By age')).toEqual(['0–6', '7 and more']);
  expect(rowNames('By reviewer')).toEqual(['Nobody', 'rita@example.eu']);
  expect(rowNames('Per week')).toEqual(['16 November 2026', '9 November 2026']);
  const links = linksIn(screen.getByRole('main'));
  expect(links['4']).toBe('/desk?turn=all&overdue=yes');
  expect(links['What really happened']).toBe('/charts/application/figures');
});

test.each(['from', 'to'])(
  'with a date (%s) nothing links to the queue, which has no filter by date',
  async (name) => {
    openFigures(`?${name}=2026-11-01`);
    await screen.findByRole('table', { name: 'By age' });
    expect(Object.values(linksIn(screen.getByRole('main'))).join(' ')).not.toContain('overdue');
    expect(screen.getByText('Overdue', { selector: 'dt' }).nextSibling?.textContent).toBe('4');
  },
);

test('the filter is stored in the URL', async () => {
  const user = openFigures('?from=2026-11-01&to=2026-11-19');
  await user.selectOptions(await screen.findByLabelText('Kind'), 'Public sector bodies');
  await waitFor(() =>
    expect(sentTo('officeFigures').at(-1)).toEqual({
      from: '2026-11-01',
      to: '2026-11-19',
      kind: 'public',
    }),
  );
  expect(addressNow()).toBe('/desk/figures?from=2026-11-01&to=2026-11-19&kind=public');
  await user.selectOptions(screen.getByLabelText('Kind'), 'All');
  await waitFor(() => expect(addressNow()).toBe('/desk/figures?from=2026-11-01&to=2026-11-19'));
});
