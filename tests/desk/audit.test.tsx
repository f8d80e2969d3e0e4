import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AuditFilters } from '#desk/audit/audit-filters.tsx';
import { ChainCheck } from '#desk/audit/chain-check.tsx';
import { coveredTables } from '#server/platform/database/covered-tables.ts';
import { showPart } from '#tests/components/open-page.tsx';
import { typedIn } from '#tests/components/reading.ts';
import { type Answers, rejected, sentTo } from '#tests/components/stub-calls.ts';

const NUMBER = 'VD-20261120-4K7Q2M';

async function check(auditVerify: NonNullable<Answers['auditVerify']>) {
  const user = showPart(<ChainCheck />, { auditVerify });
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(screen.getByRole('button', { name: 'Check the seals' }));
}
const places = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('an intact chain is reported, with the numbers of checked entries and the time', async () => {
  await check({ entries: 1, histories: 12, broken: [] });
  await screen.findByText('Nothing was changed');
  expect(screen.getByRole('status').textContent).toMatch(
    /1 entry of the log · 12 histories20 November 2026 at \d\d:\d\d/,
  );
  expect(screen.queryByText(/The seals do not match/)).toBeNull();
  expect(screen.queryByRole('listitem')).toBeNull();
});

const words: [place: string, text: string][] = [
  ['audit_entry 17', 'entry 17 of the log'],
  ['seal 17', 'seal 17'],
  ['seal 17 of an unknown table', 'seal 17, of an unknown table'],
  ['seals end', 'the end of the seals'],
  ['seals moved 17', 'the end of the seals, before seal 17 was made'],
  ['account 7b0c', 'the account 7b0c'],
  [`application ${NUMBER}`, `the application ${NUMBER}`],
  [`history_entry ${NUMBER} 3`, `revision 3 in the history of ${NUMBER}`],
  [`supplement ${NUMBER} 3`, `an answer of the requester in ${NUMBER}`],
  ['stored_file f00d', 'the file f00d'],
  ['note 7b0c', 'the note 7b0c'],
  ['opinion 7b0c', 'the second opinion 7b0c'],
  ['second_factor 7b0c', 'the second factor of the account 7b0c'],
  ['recovery_code 7b0c f00d', 'the second factor of the account 7b0c'],
  ['passkey 7b0c', 'the passkey 7b0c'],
  ['vehicle_link 7b0c', 'the link 7b0c of a vehicle to an account'],
  [`report ${NUMBER}`, `the report of ${NUMBER}`],
  [`recipient ${NUMBER}`, `the recipient of ${NUMBER}`],
  ['recipient_file f00d', 'the file f00d for a recipient'],
  ['dispute 7b0c', 'the dispute 7b0c'],
  ['quote 7b0c', 'the quote 7b0c'],
  ['live_grant 7b0c', 'the live access 7b0c'],
  ['live_token 7b0c', 'the token 7b0c for live access'],
  ['body_notice 7b0c', 'the notice of a public sector body 7b0c'],
  [`erasure_notice ${NUMBER}`, `the notice of erasure of ${NUMBER}`],
  [`authority_notice ${NUMBER}`, `the notice to the authority about ${NUMBER}`],
  ['past_authority_notice 7b0c', 'the earlier notice to the authority 7b0c'],
  ['earlier_record 7b0c', 'the earlier version 7b0c of a record'],
  ['company_identity 7b0c https://sso.example', 'the company account of 7b0c'],
  ['desk_setting reportDays', 'the desk’s setting reportDays'],
  ['held_report f00d', 'the report f00d, held for a dispute'],
  ['installation 1', 'the id of the installation'],
  ['lead_nomination 7b0c', 'the proposal of a lead 7b0c'],
  ['letter_template 7b0c', 'the template 7b0c'],
  ['series_object 7b0c', 'the vehicle data 7b0c'],
];

test('every table that the seals cover has a text', () => {
  const named = words.map(([place]) => place.split(' ')[0]);
  expect(named).toEqual(expect.arrayContaining(Object.keys(coveredTables)));
});

test.each(words)('the broken place «%s» is described as «%s»', async (place, words) => {
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
  const broken = Array.from({ length: count }, (_, index) => `audit_entry ${index + 1}`);
  await check({ entries: count, histories: 0, broken });
  await screen.findByText('The seals do not match at:');
  expect(places()).toEqual(broken.slice(0, 20).map((_, index) => `entry ${index + 1} of the log`));
  expect(screen.queryByText(/more place/)?.textContent ?? null).toBe(rest);
});

test('a failed check has no result and can be repeated', async () => {
  await check(rejected(500, 'No.'));
  await waitFor(() => expect(sentTo('auditVerify')).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Check the seals' })).toHaveProperty(
      'disabled',
      false,
    ),
  );
  expect(screen.getByRole('status').textContent).toBe('');
});

test.each([
  ['Who acted', 200],
  ['Whose data (e-mail)', 200],
])('the filter «%s» accepts at most %i characters', async (label, most) => {
  const user = showPart(<AuditFilters />, {}, '/desk/audit');
  const field = screen.getByLabelText(label);
  await user.click(field);
  await user.paste('a'.repeat(most + 1));
  expect(typedIn(field)).toHaveLength(most);
});
