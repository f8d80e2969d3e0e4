import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ChainCheck } from '#desk/audit/chain-check.tsx';
import { showPart } from '#tests/components/open-page.tsx';
import { type Answers, refused, sentTo } from '#tests/components/stub-calls.ts';

const NUMBER = 'VD-20261120-4K7Q2M';

async function check(auditVerify: NonNullable<Answers['auditVerify']>) {
  const user = showPart(<ChainCheck />, { auditVerify });
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(screen.getByRole('button', { name: 'Check the seals' }));
}
const places = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('seals that hold are said to hold, with what was checked and when', async () => {
  await check({ entries: 1, histories: 12, broken: [] });
  await screen.findByText('Nothing was changed');
  expect(screen.getByRole('status').textContent).toMatch(
    /1 entry of the log · 12 histories20 November 2026 at \d\d:\d\d/,
  );
  expect(screen.queryByText(/The seals do not hold/)).toBeNull();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test.each([
  ['audit 17', 'entry 17 of the log'],
  ['seal 17', 'seal 17'],
  ['seals begin', 'the beginning of the seals'],
  ['seals end', 'the end of the seals'],
  ['seals moved 17', 'the end of the seals, before seal 17 was made'],
  ['note 7b0c', 'the note 7b0c'],
  ['roles of 7b0c', 'the roles of the account 7b0c'],
  ['second factor of 7b0c', 'the second factor of the account 7b0c'],
  ['links of vehicle car-1', 'the links of the vehicle car-1'],
  ['scan of file f00d', 'the check of the file f00d'],
  [`${NUMBER} record`, `the application ${NUMBER} or its files`],
  [`${NUMBER} handling`, `assignee or due date of ${NUMBER}`],
  [`${NUMBER} report`, `the report of ${NUMBER}`],
  [`${NUMBER} recipient`, `the recipient of ${NUMBER} or its files`],
  ['7b0c dispute', 'the dispute 7b0c'],
  ['7b0c body notice', 'the notice of a public sector body 7b0c'],
  ['7b0c quote', 'the quote 7b0c'],
  [`${NUMBER} notice`, `the notice of erasure of ${NUMBER}`],
  [`${NUMBER} authority notice`, `the notice to the authority about ${NUMBER}`],
  ['7b0c past authority notice', 'the earlier notice to the authority 7b0c'],
  [`${NUMBER} end`, `the end of the history of ${NUMBER}`],
  [`${NUMBER} revision 3`, `revision 3 in the history of ${NUMBER}`],
])('%s is told as «%s»', async (place, words) => {
  await check({ entries: 2, histories: 1, broken: [place] });
  await screen.findByText('Something was changed outside the portal');
  expect(places()).toEqual([words]);
  expect(screen.getByRole('status').textContent).toContain('2 entries of the log · 1 history');
  expect(screen.queryByText(/more place/)).toBeNull();
  expect(screen.queryByText('Nothing was changed')).toBeNull();
});

test.each([
  [20, null],
  [21, 'and 1 more place'],
  [25, 'and 5 more places'],
])('of %i broken places the first twenty are listed', async (count, rest) => {
  const broken = Array.from({ length: count }, (_, index) => `audit ${index + 1}`);
  await check({ entries: count, histories: 0, broken });
  await screen.findByText('The seals do not hold at:');
  expect(places()).toEqual(broken.slice(0, 20).map((_, index) => `entry ${index + 1} of the log`));
  expect(screen.queryByText(/more place/)?.textContent ?? null).toBe(rest);
});

test('a check that fails leaves no outcome, and can be made again', async () => {
  await check(refused(500, 'No.'));
  await waitFor(() => expect(sentTo('auditVerify')).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Check the seals' })).toHaveProperty(
      'disabled',
      false,
    ),
  );
  expect(screen.getByRole('status').textContent).toBe('');
});
