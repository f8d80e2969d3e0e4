import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { analyst } from '#tests/components/people.ts';
import { pageOf, rowsOf, textOf } from '#tests/components/reading.ts';
import { answerWith, refused, sentTo } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';

const DAY = 86_400_000;
const measured = {
  ended: 90,
  median: 20 * DAY,
  p90: 40 * DAY,
  desk: 10 * DAY,
  approved: 0.5,
  lapsed: 0.2,
};
const data: CallData<'chartWhatIf'> = {
  applications: 120,
  staff: 3,
  measured,
  today: { ...measured, median: 22 * DAY, lapsed: 0.25 },
  whatIf: { ...measured, ended: 95, median: 12 * DAY, desk: 2 * DAY },
};
const open = (search = '', answer = data) =>
  openPage(`/charts/application/what-if${search}`, { chartWhatIf: answer }, analyst);

test('figures stand side by side with the error of the simulation', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Measured and simulated' });
  expect(rowsOf(table).slice(-6)).toEqual([
    ['Half have ended after', '20 days', '22 days', '10%', '12 days'],
    ['Nine in ten have ended after', '40 days', '40 days', '0%', '40 days'],
    ['Wait for the desk (median)', '10 days', '10 days', '0%', '2 days'],
    ['Approved', '50%', '50%', '0%', '50%'],
    ['Ended because no answer came in time', '20%', '25%', '5%', '20%'],
    ['Applications that ended', '90', '90', '', '95'],
  ]);
  // In percent: of a time the longest has the whole bar, of a share a share of it.
  const bars = (row: number) =>
    [...(within(table).getAllByRole('row')[row]?.querySelectorAll('i') ?? [])].map(({ style }) =>
      Math.round(Number.parseFloat(style.inlineSize)),
    );
  expect([bars(1), bars(3), bars(4)]).toEqual([
    [91, 100, 55],
    [100, 100, 20],
    [50, 50, 50],
  ]);
  expect(textOf(await pageOf('What if'))).toContain(
    'From the 120 applications filed last, with the steps that they took. 3 reviewers decided.',
  );
});

test('the assumptions are in the address, and what is none counts as not given', async () => {
  open('?staff=5&days=366&seed=1.5&kind=public&outcome=open');
  await screen.findByRole('table', { name: 'Measured and simulated' });
  expect(sentTo('chartWhatIf')).toEqual([{ staff: 5, kind: 'public', seed: 1 }]);
  fireEvent.change(screen.getByLabelText('Days to answer'), { target: { value: '21' } });
  await screen.findByRole('table', { name: 'Measured and simulated' });
  expect(addressNow()).toContain('days=21');
  expect(sentTo('chartWhatIf').at(-1)).toEqual({
    staff: 5,
    answerDays: 21,
    kind: 'public',
    seed: 1,
  });
});

test('what cannot be simulated is asked for again', async () => {
  const user = openPage(
    '/charts/application/what-if',
    { chartWhatIf: refused(500, 'No.') },
    analyst,
  );
  await screen.findByText(/The page could not be loaded/);
  answerWith({ chartWhatIf: data });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('table', { name: 'Measured and simulated' });
});

test('where no application has ended it says so', async () => {
  const nothing = { ended: 0, median: null, p90: null, desk: null, approved: 0, lapsed: 0 };
  open('', { applications: 2, staff: 0, measured: nothing, today: nothing, whatIf: nothing });
  await screen.findByText('No application that fits has ended: there is nothing to simulate from.');
  expect(screen.queryByRole('table')).toBeNull();
});
