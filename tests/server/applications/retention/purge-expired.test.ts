import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { SIGN_IN_TRACE_DAYS } from '#contract/limits.ts';
import { purgeAccounts, purgeSignIns } from '#server/accounts/accounts.ts';
import { passDeadlines } from '#server/applications/deadlines/deadlines.ts';
import { expireReports, purgeApplications } from '#server/applications/retention.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { callersOf } from '#tests/server/callers.ts';
import { type Answer, changeRecorded, lastCode, row, rows } from '#tests/server/fixture.ts';
import { chainHoldsAfterEach, portalOfTest } from '#tests/server/portal-of.ts';
import { givenRequest } from '#tests/server/public-request.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { contents, granted, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { namesIn } from '#tests/server/stored.ts';

const DAY = 24 * 60 * 60 * 1000;
const RECORD_DAYS = 400;

const portal = portalOfTest(() => startSeededPortal({ RECORD_DAYS: String(RECORD_DAYS) }));
const { owner } = callersOf(portal);
chainHoldsAfterEach(portal);

const wait = (days: number) => portal.clock.advance(days * DAY);
const erase = async () => {
  const applications = await purgeApplications(portal.services);
  await purgeSignIns(portal.services);
  await purgeAccounts(portal.services);
  return applications;
};

/** Tables with the text in any row. */
async function tablesNaming(text: string): Promise<string[]> {
  const tables = Object.entries(await contents(portal));
  return tables.filter(([, rows]) => rows.join().includes(text)).map(([name]) => name);
}

/** Trigrams in the index of the desk's search; on PostgreSQL a sample. */
function indexedGrams(): Promise<string[]> {
  const { db, kind } = portal.services.store;
  return db.transaction().execute(async (trx) => {
    if (kind === 'embedded')
      await sql`create virtual table if not exists indexed
        using fts5vocab(application_search_trigram, row)`.execute(trx);
    else await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await (kind === 'embedded'
      ? sql<{ gram: string }>`select term as gram from indexed`
      : sql<{ gram: string }>`select gram from unnest(array['now', 'owa', 'wak', 'vd-']) as gram
          where exists (select from application_search where text like '%' || gram || '%')`
    ).execute(trx);
    return rows.map(({ gram }) => gram);
  });
}

/** The report of an application. */
function reported(answer: Answer<ApplicationRecord>) {
  const { report } = granted(answer);
  if (!report) throw new Error('There is no report');
  return report;
}

async function terminated(): Promise<string> {
  const { number: applicationNumber, revision } = await portal.applicationAt('underReview');
  await portal.granted('terminateOrder', { applicationNumber, revision }, owner);
  return applicationNumber;
}

test('saved views that name only erased people are erased; others stay', async () => {
  const number = await terminated();
  const { form_json } = await row(portal.services, 'application', { number });
  const { user } = JSON.parse(form_json);
  const views: Record<string, string> = {
    'By name': `${user.lastName.toUpperCase()} ${user.firstName}`,
    'By address': 'owner@example.eu',
    'By number': number,
    'By phone': user.phone.replaceAll(' ', '-'),
    'By its end': user.phone.slice(-8),
    [`About ${user.lastName}`]: 'Smith',
    [user.lastName]: '',
    'Of a colleague': 'Smith',
    'None yet': '',
    Overdue: 'example.com',
  };
  const { reviewer, owner } = portal.tokens;
  for (const [name, search] of Object.entries(views))
    await portal.granted(
      'deskViewSave',
      { name, filter: { search }, isShared: search === 'owner@example.eu' },
      { token: reviewer },
    );
  const kept = async () =>
    (await rows(portal.services, 'saved_view')).map(({ name }) => name).toSorted();
  // While another application names the same person, only the views in `gone` are erased.
  const { number: applicationNumber, revision } = await portal.applicationAt('underReview');
  wait(1);
  await portal.granted('terminateOrder', { applicationNumber, revision }, { token: owner });
  wait(RECORD_DAYS - 1);
  expect(await erase()).toBe(1);
  const gone = ['By its end', 'By number', 'By phone'];
  const expected = Object.keys(views).filter((name) => !gone.includes(name));
  expect(await kept()).toEqual(expected.toSorted());
  wait(1);
  expect(await erase()).toBe(1);
  expect(await kept()).toEqual(['None yet', 'Of a colleague', 'Overdue']);
});

test('an ended application is kept for RECORD_DAYS and then erased from tables, index and folders', async () => {
  const number = await terminated();
  expect(await namesIn(portal.services)).toHaveLength(1);
  expect(await indexedGrams()).toEqual(expect.arrayContaining(['now', 'owa', 'wak', 'vd-']));
  wait(RECORD_DAYS - 1);
  expect(await erase()).toBe(0);
  expect(await tablesNaming(number)).toContain('history_entry');
  wait(1);
  expect(await erase()).toBe(1);
  await portal.services.store.scrub();
  expect(await indexedGrams()).toEqual([]);
  // The audit log contains the number, but no content of the application.
  expect(
    (await tablesNaming(number)).filter((name) => !['audit_entry', 'seal'].includes(name)),
  ).toEqual([]);
  expect(await tablesNaming('Nowak')).toEqual([]);
  expect(await namesIn(portal.services)).toEqual([]);
  expect((await verifyChains(portal.services)).broken).toEqual([]);
});

test('the report’s file and the mails are erased with the application', async () => {
  const { number } = await portal.applicationAt('approved');
  await generateDue(portal.services);
  expect(await namesIn(portal.services, 'reports')).toEqual(
    Array(2).fill(expect.stringMatching(`^${number}-`)),
  );
  wait(RECORD_DAYS - 1);
  await expireReports(portal.services);
  expect(await erase()).toBe(0);
  // Regenerating a report does not delay the erasure.
  const token = await portal.signIn('owner@example.eu');
  await portal.granted('regenerateReport', { applicationNumber: number }, { token });
  await generateDue(portal.services);
  expect(await namesIn(portal.services, 'reports')).toEqual(
    Array(2).fill(expect.stringMatching(`^${number}-`)),
  );
  const { keptUntil } = reported(
    await portal.call('applicationDetails', { applicationNumber: number }, { token }),
  );
  expect(keptUntil).toBe(portal.services.now() + DAY);
  wait(1);
  expect(await erase()).toBe(1);
  expect(
    (await tablesNaming(number)).filter((name) => !['audit_entry', 'seal'].includes(name)),
  ).toEqual([]);
  expect(await namesIn(portal.services, 'reports')).toEqual([]);
});

test('open applications and those whose data are suspended are kept, however old they are', async () => {
  const { number: open } = await portal.applicationAt('underReview');
  const { number: applicationNumber, revision } = await portal.applicationAt('suspended');
  wait(10 * RECORD_DAYS);
  await erase();
  for (const number of [open, applicationNumber])
    expect(await tablesNaming(number)).toContain('application');
  const owner = await portal.signIn('owner@example.eu');
  const reviewer = await portal.signIn('reviewer@example.eu', { reviewer: true });
  const again = { applicationNumber, revision };
  await portal.granted('deskResume', again, { token: reviewer });
  await generateDue(portal.services);
  const { keptUntil, state } = reported(
    await portal.call('applicationDetails', { applicationNumber }, { token: owner }),
  );
  expect(state).toBe('delivered');
  expect(keptUntil).toBeGreaterThan(portal.services.now() + 29 * DAY);
  wait(RECORD_DAYS - 1);
  expect(await erase()).toBe(0);
  wait(1);
  expect(await erase()).toBe(0);
  await changeRecorded(
    portal.services,
    'authority_notice',
    { application_number: applicationNumber },
    { notified_on: '2026-11-20', how: 'By post.' },
  );
  expect(await erase()).toBe(1);
});

test('an application that ended by its deadline is erased too', async () => {
  await portal.applicationAt('awaited');
  wait(31);
  expect(await passDeadlines(portal.services)).toBe(1);
  wait(RECORD_DAYS);
  expect(await erase()).toBe(1);
});

test('a public body’s approved request is kept until the body has erased the data', async () => {
  const applicationNumber = await givenRequest(portal, portal.tokens.owner);
  await generateDue(portal.services);
  wait(3 * RECORD_DAYS);
  await expireReports(portal.services);
  wait(RECORD_DAYS);
  expect(await erase()).toBe(0);

  // Tokens are valid for 365 days.
  const token = await portal.signIn('reviewer@example.eu');
  const erasure = { applicationNumber, erasedOn: '2027-01-31' };
  await portal.granted('deskErasureRecord', erasure, { token });
  wait(RECORD_DAYS - 1);
  expect(await erase()).toBe(0);
  wait(1);
  expect(await erase()).toBe(1);
});

test('traces of sign-in and cookie choices are erased after their retention; a lock remains', async () => {
  const email = 'guessing@example.eu';
  await portal.granted('sendCaptcha', { email, privacyAccepted: true });
  const sent = Number(await lastCode(portal.services, email));
  const code = String((sent + 1) % 1_000_000).padStart(6, '0');
  for (let tries = 0; tries < 5; tries++) await portal.call('login', { email, code });
  await portal.granted('cookieRecord', { functional: true });
  const { number } = await portal.applicationAt('underReview');
  const mailsAbout = () => rows(portal.services, 'mail', { application_number: number });
  const about = await mailsAbout();
  expect(about.length).toBeGreaterThan(0);

  portal.clock.advance(SIGN_IN_TRACE_DAYS * DAY - 1);
  await erase();
  expect(await tablesNaming(email)).toEqual(['address_limit', 'challenge', 'mail']);
  portal.clock.advance(1);
  await erase();
  expect(await tablesNaming(email), 'the lock ended a day later').toEqual(['challenge']);
  wait(1);
  await erase();
  expect(await tablesNaming(email)).toEqual([]);
  expect((await mailsAbout()).map(({ id }) => id)).toEqual(
    expect.arrayContaining(about.map(({ id }) => id)),
  );
  expect((await contents(portal)).cookie_choice).toHaveLength(1);
  wait(334);
  await erase();
  const left = await contents(portal);
  expect(left.cookie_choice).toEqual([]);
  expect(left.session).toEqual([]);
});

test('an account without applications is erased unless it is staff', async () => {
  const { number } = await portal.applicationAt('underReview');
  wait(RECORD_DAYS - 1);
  await erase();
  expect(await tablesNaming('stranger@example.eu')).toEqual(['account']);
  wait(1);
  await erase();
  expect(await tablesNaming('stranger@example.eu')).toEqual([]);
  expect(await tablesNaming('reviewer@example.eu')).toContain('account');
  expect(await tablesNaming(number)).toContain('application');
  expect((await contents(portal)).account?.join()).toContain('owner@example.eu');
});
