import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AuditAction, auditActions } from '#contract/audit.ts';
import { AuditFilters } from '#desk/audit/audit-filters.tsx';
import AuditPage from '#desk/audit/audit-page.tsx';
import { ChainCheck } from '#desk/audit/chain-check.tsx';
import { coveredTables } from '#server/platform/database/covered-tables.ts';
import { fill, pick, press, set, write } from '#tests/components/filling.ts';
import { addressNow, showPart } from '#tests/components/open-page.tsx';
import { auditor, memberOf, reviewer } from '#tests/components/people.ts';
import { linksIn, rowsOf, textOf, typedIn } from '#tests/components/reading.ts';
import { showAtDesk } from '#tests/components/show-at-desk.tsx';
import { type Answers, file, rejected, savedFiles, sentTo } from '#tests/components/stub-calls.ts';
import { settings } from './page-data.ts';

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

const OTHER = 'VD-20261120-9ZZZZZ';
const ID = '7f1c2b9e-3d4a-4c8b-9a51-0e6d2f8b4c11';
const DIGEST = 'd41d8cd98f00b204e9800998ecf8427e';

/** Details as the server writes them or replaces their ids, with what the page shows. */
const details: Partial<Record<AuditAction, [written: string, shown: string][]>> = {
  'queue.list': [[`${NUMBER} ${OTHER}`, `2 applications${NUMBER}${OTHER}`]],
  'queue.export': [[NUMBER, `1 application${NUMBER}`]],
  'application.open': [
    ['preview', 'Preview of a decision'],
    ['report', 'Content of the report'],
    ['template', 'Texts of templates'],
  ],
  'file.open': [
    ['proof.pdf', 'proof.pdf'],
    [DIGEST, ''],
  ],
  'file.damaged': [
    ['proof.pdf', 'proof.pdf'],
    [DIGEST, ''],
    [`vehicle-1/${DIGEST}`, ''],
    [`${NUMBER}-0123456789abcdef.xlsx`, 'Report'],
  ],
  'application.take': [['anna@example.eu', 'Taken back from anna@example.eu']],
  'application.release': [['anna@example.eu', 'Taken back from anna@example.eu']],
  'application.handOver': [['anna@example.eu', 'Handed over to anna@example.eu']],
  'opinion.give': [
    ['agrees, revision 3', 'Agrees to the approval, revision 3'],
    ['advises against, revision 12', 'Advises against the approval, revision 12'],
  ],
  'erasure.record': [['2026-11-19', 'Erased on 19 November 2026']],
  'erasure.correct': [['2026-11-19', 'Erased on 19 November 2026']],
  'authority.notify': [['2026-11-19', 'Notified on 19 November 2026']],
  'authority.correct': [['2026-11-19', 'Notified on 19 November 2026']],
  'record.withdraw': [
    [`dispute ${ID}`, 'Complaint or dispute'],
    [`outcome ${ID}`, 'Outcome of a complaint or dispute'],
    ['erasure', 'Erasure notice'],
    ['authority', 'Notice to the authority'],
  ],
  'grant.list': [
    [ID, '1 vehicle'],
    [`${ID} ${ID}`, '2 vehicles'],
  ],
  'grant.suspend': [[`${ID} twizy-x7k2m`, 'twizy-x7k2m']],
  'grant.resume': [[`${ID} twizy-x7k2m`, 'twizy-x7k2m']],
  'token.create': [
    [`${ID} twizy-x7k2m`, 'twizy-x7k2m'],
    [ID, ''],
  ],
  'token.revoke': [[`${ID} twizy-x7k2m`, 'twizy-x7k2m']],
  'token.use': [
    [`${ID} 2026-11-19 twizy-x7k2m`, '19 November 2026 · twizy-x7k2m'],
    [`${ID} 2026-11-19`, '19 November 2026'],
  ],
  'recipient.fetch': [
    ['xlsx', 'Excel workbook'],
    ['zip', 'CSV, JSON and Parquet (zip)'],
  ],
  'staff.change': [
    ['anna@example.eu: none → reviewer, lead', 'anna@example.eu: no role → Reviewer, lead'],
    ['anna@example.eu: auditor → none', 'anna@example.eu: Auditor → no role'],
  ],
  'staff.nominate': [['anna@example.eu: reviewer, lead', 'anna@example.eu: Reviewer, lead']],
  'address.unlock': [
    ['owner@example.eu', 'owner@example.eu'],
    ['address without an account', 'Address without an account'],
    [ID, ''],
  ],
  'secondFactor.fail': [['locked', 'Locked after this']],
  'session.end': [
    ['signed out', 'Signed out'],
    ['anna@example.eu: 1 (rest)', 'anna@example.eu · 1 session · not used for too long'],
    ['anna@example.eu: 2 (age)', 'anna@example.eu · 2 sessions · longest duration reached'],
    [
      'anna@example.eu: 2 (directory)',
      'anna@example.eu · 2 sessions · no longer in the company’s directory',
    ],
  ],
  'settings.change': [
    ['serviceGoalDays: 30 → 21', 'Service goal, in days: 30 → 21'],
    ['holidays: PL → BE', 'Country whose public holidays count: Poland → Belgium'],
    [
      'fourEyes: – → owner, publicBody',
      'Second opinion before an approval: – → Applications of users and Requests of public sector bodies',
    ],
    [
      'startAssigns: true → false',
      'Starting a review: Takes the application → Does not take the application',
    ],
    ['deskMailbox: – → desk@example.eu', 'Mailbox of the desk: – → desk@example.eu'],
    ['settingOfAnEarlierRelease: 1 → 2', ''],
  ],
  'job.retry': [['recipientCopy', 'Copies for recipients']],
  'job.giveUp': [['mail', 'E-mails']],
  'audit.export': [
    ['csv', 'CSV'],
    [
      `jsonl actor=command line requester=${ID} applicationNumber=${NUMBER} action=settings.change from=2026-11-18T23:00:00.000Z`,
      `JSON Lines · Who acted: Server console · Whose data: one requester · Application number: ${NUMBER} · What: Setting changed · From: 19 November 2026 at 00:00`,
    ],
  ],
  'log.export': [
    ['xes', 'XES'],
    [
      'csv from=2026-11-01 kind=public outcome=terminated.byHolder to=2026-11-19',
      'CSV · Filed from: 1 November 2026 · Kind: Public sector bodies · Outcome: Terminated by the data holder · Filed until: 19 November 2026',
    ],
    ['csv outcome=open', 'CSV · Outcome: Still open'],
  ],
  'signIn.succeed': [['OpenID', 'With the company account']],
  'signIn.fail': [
    ['owner@example.eu', 'owner@example.eu'],
    [DIGEST, 'Address without an account'],
    [ID, ''],
  ],
  'signIn.lock': [[DIGEST, 'Address without an account']],
  'signIn.lift': [['owner@example.eu', 'owner@example.eu']],
  'access.refuse': [
    ['/server/desk/audit/trail', 'Audit log'],
    ['/server/desk/passQualification', 'Applications'],
    ['/server/charts/log', 'Charts'],
  ],
};

const asWritten = [
  ...(['company.link', 'company.unlink', 'staff.decline', 'secondFactor.forget'] as const),
  ...(['passkey.add', 'passkey.remove', 'template.save', 'template.remove'] as const),
];
for (const action of asWritten) details[action] = [['anna@example.eu', 'anna@example.eu']];

/** Every action, those without a detail of their own also with an id. */
const cases = auditActions.flatMap((action) =>
  (details[action] ?? [[ID, '']]).map(([written, shown]) => ({ action, written, shown })),
);

/** Names of code: camelCase, dotted, snake_case, paths and ids. */
const CODE =
  /\b[a-z]+[A-Z]\w*|\b[a-z]\w*(\.[a-z]\w*)+\b|\b[a-z]+_[a-z]|\/\w+\/|\b[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{16}/;
const NAMES = /\S+@\S+|proof\.pdf/g;

const showLog = (search = '', answers: Answers = {}) =>
  showAtDesk(
    <AuditPage />,
    { auditTrail: { total: 0, items: [] }, deskSettingsRead: settings, ...answers },
    auditor,
    `/desk/audit${search}`,
  );
/** Shows these entries. */
async function openLog(entries: readonly { action: string; written?: string; actor?: string }[]) {
  const items = entries.map(({ action, written = '', actor = 'rita@example.eu' }, seq) => ({
    ...{ seq, at: Date.parse('2026-11-19T23:30:00Z'), actor, action },
    ...{ applicationNumber: null, requester: null, detail: written },
  }));
  showLog('', { auditTrail: { total: items.length, items } });
  return screen.findByRole('table');
}

test('the log shows every action and its detail in words, without codes and ids', async () => {
  const table = await openLog(cases);
  await waitFor(() => expect(table.textContent).toContain('Poland'));
  const detailIn = (row: Element) => textOf(row.querySelectorAll('td')[1]?.children[1]);
  const shown = [...table.querySelectorAll('tbody tr')].map(detailIn);
  expect(cases.map((one, index) => ({ ...one, shown: shown[index] }))).toEqual(cases);
  const names = [...table.querySelectorAll('tbody tr')].map(
    (row) => row.querySelectorAll('td')[1]?.children[0],
  );
  expect(new Set(names.map(textOf)).size).toBe(auditActions.length);
  // No cell shows a code.
  const leaves = [...table.querySelectorAll('*')].filter(
    ({ childElementCount: count }) => count === 0,
  );
  const texts = leaves.map(textOf);
  expect(texts.filter((text) => CODE.test(text.replace(NAMES, '')))).toEqual([]);
  for (const code of ['settings.change', ID, DIGEST, 'fourEyes: –', 'is_lead', '/server/desk'])
    expect(code).toMatch(CODE);
});

test('an action of an earlier release has a text', async () => {
  const [, row] = rowsOf(await openLog([{ action: 'unheard.of' }]));
  expect(row?.[2]).toBe('Action of an earlier release');
});

test('application numbers of a filter, and vehicles of live access, are links', async () => {
  const table = await openLog([
    { action: 'audit.export', written: `csv applicationNumber=${NUMBER}` },
    { action: 'queue.list', written: OTHER },
    { action: 'token.use', written: `${ID} 2026-11-19 twizy-x7k2m` },
    { action: 'template.save', written: 'work-laptop' },
  ]);
  expect(linksIn(table)).toEqual({
    [NUMBER]: `/desk/applications/${NUMBER}`,
    [OTHER]: `/desk/applications/${OTHER}`,
    'twizy-x7k2m': '/desk/live-access?search=twizy-x7k2m',
  });
});

test('names each actor', async () => {
  const actors = {
    portal: 'The portal',
    'command line': 'Server console',
    'company sign-in': 'Company sign-in',
    recipient: 'Recipient of the data',
    'not signed in': 'Not signed in',
    requester: 'Requester, erased',
    'rita@example.eu': 'rita@example.eu',
  };
  const items = Object.keys(actors).map((actor) => ({ actor, action: 'token.use' as const }));
  const [, ...rows] = rowsOf(await openLog(items));
  expect(rows.map((row) => row[1])).toEqual(Object.values(actors));
});

test('offers the actions in groups, each action once', async () => {
  showLog();
  const field = await screen.findByLabelText<HTMLSelectElement>('What');
  const groups = within(field).getAllByRole('group') as HTMLOptGroupElement[];
  expect(groups.map(({ label }) => label)).toEqual([
    'Applications',
    'Decisions',
    'Notices, disputes and quotes',
    'Copies for recipients',
    'Live access',
    'Sign-in',
    'Staff',
    'Settings and operation',
  ]);
  const grouped = groups.flatMap((group) => within(group).getAllByRole('option'));
  const values = grouped.map((option) => (option as HTMLOptionElement).value);
  expect(values.toSorted()).toEqual([...new Set<string>(auditActions)].toSorted());
});

test('is filtered by every field, from page 1 on, with days in the reader’s time zone', async () => {
  const user = showLog('?page=3', { staffList: [memberOf(reviewer)] });
  await waitFor(() => expect(sentTo('auditTrail')).toEqual([{ page: 3, pageSize: 20 }]));
  await fill(user, [
    set('Whose data (e-mail)', 'anna@example.eu'),
    set('Who acted', 'rita@example.eu'),
    write('Application number', NUMBER.toLowerCase()),
    pick('What', 'File opened'),
    set('From', '2026-11-01'),
    set('To', '2026-11-19'),
  ]);
  await press(user, 'Show');
  const address =
    '?actor=rita%40example.eu&requester=anna%40example.eu&applicationNumber=vd-20261120-4k7q2m';
  expect(addressNow()).toContain(`/desk/audit${address}&action=file.open`);
  await waitFor(() =>
    expect(sentTo('auditTrail').at(-1)).toEqual({
      actor: 'rita@example.eu',
      requester: 'anna@example.eu',
      applicationNumber: NUMBER,
      action: 'file.open',
      from: '2026-10-31T23:00:00.000Z',
      to: '2026-11-19T23:00:00.000Z',
      page: 1,
      pageSize: 20,
    }),
  );
  await user.click(await screen.findByRole('link', { name: 'Show everything' }));
  await waitFor(() => expect(sentTo('auditTrail').at(-1)).toEqual({ page: 1, pageSize: 20 }));
  expect(typedIn(screen.getByLabelText('From'))).toBe('');
  expect(screen.queryByRole('link', { name: 'Show everything' })).toBeNull();
});

test('shows invalid fields of the filter', async () => {
  const user = showLog('?from=yesterday');
  // An invalid day is ignored.
  await waitFor(() => expect(sentTo('auditTrail')).toEqual([{ page: 1, pageSize: 20 }]));
  await fill(user, [set('Whose data (e-mail)', 'anna'), write('Application number', '12')]);
  await press(user, 'Show');
  screen.getByText(
    'Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @',
  );
  screen.getByText('A number looks like VD-20261120-4K7Q2M');
  expect(document.activeElement).toBe(screen.getByLabelText('Whose data (e-mail)'));
  expect(addressNow()).toBe('/desk/audit?from=yesterday');
});

test.each([
  ['Export as CSV', 'csv'],
  ['Export as JSON Lines', 'jsonl'],
])('%s exports the filtered entries', async (name, format) => {
  const saved = savedFiles();
  const user = showLog('?actor=rita%40example.eu', { auditExport: file('log', `log.${format}`) });
  await press(user, name);
  await waitFor(() => expect(saved).toEqual([`log.${format}`]));
  expect(sentTo('auditExport')).toEqual([{ format, actor: 'rita@example.eu' }]);
});
