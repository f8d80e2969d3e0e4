import { cleanup, screen, waitFor } from '@testing-library/react';
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
const shown = () => screen.findAllByRole('listitem').then(places);

test('an intact chain is reported, with the numbers of checked entries and the time', async () => {
  await check({ entries: 1, histories: 12, broken: [] });
  await screen.findByText('Nothing was changed');
  expect(screen.getByRole('status').textContent).toMatch(
    /1 entry of the log · 12 histories20 November 2026 at \d\d:\d\d/,
  );
  expect(screen.queryByText(/The seals do not match/)).toBeNull();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('every table that the seals cover has a text, with the key of the row', async () => {
  const tables = Object.keys(coveredTables);
  const named = tables.filter((table) => table !== 'installation');
  const broken = tables.map((table) => `${table} 7b0c`);
  await check({ entries: 2, histories: 1, broken: broken.slice(0, 20) });
  const first = await shown();
  cleanup();
  await check({ entries: 2, histories: 1, broken: broken.slice(20) });
  const texts = [...first, ...(await shown())];
  expect(texts).toHaveLength(tables.length);
  expect(texts.filter((text) => tables.some((table) => text === `${table} 7b0c`))).toEqual([]);
  expect(texts.filter((text) => text?.includes('7b0c'))).toHaveLength(named.length);
});

test('each broken place is described', async () => {
  const words = {
    'audit_entry 17': 'entry 17 of the log',
    'seal 17': 'seal 17',
    'seal 17 of an unknown table': 'seal 17, of an unknown table',
    'seals end': 'the end of the seals',
    'seals moved 17': 'the end of the seals, before seal 17 was made',
    'schema note': 'the structure of the database: note',
    [`history_entry ${NUMBER} 3`]: `revision 3 in the history of ${NUMBER}`,
    'recovery_code 7b0c f00d': 'the second factor of the account 7b0c',
    'company_identity 7b0c https://sso.example': 'the company account of 7b0c',
  };
  await check({ entries: 2, histories: 1, broken: Object.keys(words) });
  await screen.findByText('Something was changed outside the portal');
  expect(places()).toEqual(Object.values(words));
  expect(screen.getByRole('status').textContent).toContain('2 entries of the log · 1 history');
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

test('the filters accept at most 200 characters', async () => {
  const user = showPart(<AuditFilters />, {}, '/desk/audit');
  for (const label of ['Who acted', 'Whose data (e-mail)']) {
    const field = screen.getByLabelText(label);
    await user.click(field);
    await user.paste('a'.repeat(201));
    expect(typedIn(field)).toHaveLength(200);
  }
});
