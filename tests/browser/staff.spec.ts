import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Browser, expect, type Page } from '@playwright/test';
import type { DataOf } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import type { Persona } from '#demo/testing/personas.ts';
import { callOverHttp } from '../server/over-http.ts';
import { authenticator } from './authenticator.ts';
import { enterAs, seedPersonas } from './personas.ts';
import {
  anotherPage,
  expectAccessible,
  mailedCode,
  picture,
  type RunningPortal,
  signIn,
  test,
} from './portal.ts';
import { testControls } from './walks/test-controls.ts';
import { expectGood } from './widths.ts';

test.use({ settings: { MODE: 'test' } });
test.describe.configure({ mode: 'serial' });

let people: Record<Persona['role'], Persona>;
test.beforeAll(async ({ portal }) => {
  people = await seedPersonas(portal.url);
});

const submitted = () => people.owner.applications[0]?.number ?? '';

/** A page in a browser of their own. */
async function pageOf(
  browser: Browser,
  portal: RunningPortal,
  role: Persona['role'],
): Promise<Page> {
  const page = await anotherPage(browser);
  await enterAs(page, portal.url, people[role]);
  return page;
}

async function sent(portal: RunningPortal, name: EndpointName, input: object, token: string) {
  return callOverHttp(portal.url, name, input, token);
}

test('a lead adds a reviewer, who signs in and decides, and deactivates them', async ({
  browser,
  portal,
}) => {
  const email = 'new-colleague@example.eu';
  const lead = await pageOf(browser, portal, 'lead');
  await lead.goto(`${portal.url}/desk`);
  await lead.getByRole('link', { name: 'Staff' }).click();
  const rowOf = (address: string) => lead.getByRole('row').filter({ hasText: address });
  await expect(rowOf(people.lead.email)).toContainText('Another lead must change your roles.');
  await expect(rowOf(people.lead.email).getByRole('button')).toHaveCount(0);
  await expectGood(lead, 'staff');
  await picture(lead, 'staff');

  await test.step('what is missing is named', async () => {
    await lead.getByRole('button', { name: 'Add a colleague' }).click();
    const dialog = lead.getByRole('dialog');
    await dialog.getByLabel('Reviewer').uncheck();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText(/Enter the e.mail in the correct format/)).toBeVisible();
    await expect(dialog.getByText('Choose at least one role')).toBeVisible();
    await expect(dialog.getByLabel('E-mail address')).toBeFocused();
    // The browser takes it for an address, the server does not.
    await dialog.getByLabel('E-mail address').fill('new@colleague');
    await dialog.getByLabel('Reviewer').check();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText(/Enter the e.mail in the correct format/)).toBeVisible();
    await expectGood(lead, 'staff-add');
    await dialog.getByLabel('E-mail address').fill(email);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(lead.getByText(`${email} can sign in as staff now.`)).toBeVisible();
    await expect(rowOf(email)).toContainText('Reviewer');
    await expect(rowOf(email)).toContainText('not set up yet');
  });

  const reviewer = await anotherPage(browser);
  await test.step('they sign in and begin a review', async () => {
    await reviewer.goto(`${portal.url}/desk/applications/${submitted()}`);
    await signIn(reviewer, portal, email);
    await expect(reviewer.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
    await reviewer.getByRole('radio', { name: 'Start the review' }).check();
    await reviewer.getByRole('button', { name: 'Start the review' }).click();
    await reviewer.getByRole('dialog').getByRole('button', { name: 'Start the review' }).click();
    await expect(reviewer.getByText('The review has started.', { exact: true })).toBeVisible();
  });

  const signInAnew = async () => {
    await expect(
      reviewer.getByText('You were signed out because your roles at the desk were changed.'),
    ).toBeVisible();
    // The portal sends an address one code a minute.
    await testControls(portal.url).advance(60_000);
    await signIn(reviewer, portal, email);
  };
  await test.step('another role signs them out and changes what they see', async () => {
    await rowOf(email).getByRole('button', { name: 'Change roles' }).click();
    const dialog = lead.getByRole('dialog');
    await dialog.getByLabel('Reviewer').uncheck();
    await dialog.getByLabel('Auditor').check();
    await dialog.getByRole('button', { name: 'Change roles' }).click();
    await expect(rowOf(email)).toContainText('Auditor');
    await reviewer.goto(`${portal.url}/desk`);
    await signInAnew();
    await expect(reviewer.getByRole('link', { name: 'Audit log' })).toBeVisible();
  });

  await test.step('deactivated, they are told that the desk is for staff', async () => {
    await rowOf(email).getByRole('button', { name: 'Deactivate' }).click();
    await expectAccessible(lead);
    await lead.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await expect(lead.getByText(`${email} is deactivated.`)).toBeVisible();
    await expect(rowOf(email)).toHaveCount(0);
    await reviewer.reload();
    await signInAnew();
    await expect(reviewer.getByRole('heading', { level: 1 })).toHaveText(
      'The desk is for the data holder’s staff',
    );
  });
  await lead.context().close();
  await reviewer.context().close();
});

test('a lead unlocks a requester whom wrong codes locked', async ({ browser, portal, page }) => {
  const email = 'locked-out@example.eu';
  await callOverHttp(portal.url, 'sendCaptcha', { email, privacyAccepted: true });
  const [, code] = await portal.mailed(email, /\b(\d{6})\b/);
  const wrong = code === '000000' ? '111111' : '000000';
  for (let count = 0; count < 5; count++)
    await callOverHttp(portal.url, 'login', { email, code: wrong });
  const lead = await pageOf(browser, portal, 'lead');
  await lead.goto(`${portal.url}/desk/staff`);
  const unlock = lead.getByRole('region', { name: 'Unlock an address' });
  await unlock.getByRole('button').click();
  await expect(unlock.getByText(/Enter the e.mail in the correct format/)).toBeVisible();
  await unlock.getByLabel('E-mail address').fill(email);
  await unlock.getByRole('button').click();
  await expect(lead.getByText(`${email} is unlocked.`)).toBeVisible();
  await unlock.getByLabel('E-mail address').fill(email);
  await unlock.getByRole('button').click();
  await expect(lead.getByText(`${email} was not locked.`)).toBeVisible();
  await page.goto(`${portal.url}/home/data-acquisition`);
  await signIn(page, portal, email);
  await expect(page.getByText('no applications yet', { exact: false })).toBeVisible();
  await lead.context().close();
});

test('a lead resets a colleague’s second factor', async ({ browser, portal }) => {
  const { token, email } = people.reviewer;
  const pendingFactor = await sent(portal, 'secondFactorBegin', {}, token);
  const { secret } = pendingFactor.data as { secret: string };
  const code = authenticator(secret.toUpperCase())(await testControls(portal.url).now());
  const confirmed = await sent(portal, 'secondFactorConfirm', { code }, token);
  expect(confirmed.code, confirmed.message).toBe(200);
  const lead = await pageOf(browser, portal, 'lead');
  await lead.goto(`${portal.url}/desk/staff`);
  const row = lead.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: 'Reset second factor' }).click();
  await expect(lead.getByRole('dialog')).toBeVisible();
  await expectAccessible(lead);
  await lead.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click();
  await expect(row).toContainText('not set up yet');
  await expect(row.getByRole('button', { name: 'Reset second factor' })).toHaveCount(0);
  await lead.context().close();
  // This ended their sessions, so they sign in again.
  const ended = await sent(portal, 'currentUser', {}, token);
  expect(ended.status, ended.message).toBe(401);
  const mailed = await mailedCode(portal, email, async () => {
    await sent(portal, 'sendCaptcha', { email, privacyAccepted: true }, '');
  });
  const { data } = await sent(portal, 'login', { email, code: mailed }, '');
  people.reviewer.token = (data as { token: string }).token;
});

test('a lead sets the service goal and the holidays; an auditor reads them, and who changed what', async ({
  browser,
  portal,
}) => {
  const lead = await pageOf(browser, portal, 'lead');
  await lead.goto(`${portal.url}/desk`);
  await lead.getByRole('link', { name: 'Settings', exact: true }).click();
  const goal = lead.getByLabel('Service goal, in days');
  await expect(goal).toHaveValue('20');
  await goal.fill('0');
  await lead.getByLabel('Mailbox of the desk').fill('nowhere');
  await lead.getByRole('button', { name: 'Save' }).click();
  const problems = lead.getByRole('region', { name: 'There is a problem' });
  await expect(problems.getByRole('link')).toHaveText([
    'Service goal, in days: enter a whole number from 1 to 3650',
    'Mailbox of the desk: enter it like name@example.eu',
  ]);
  await expectGood(lead, 'settings');
  await goal.fill('15');
  await lead.getByLabel('Mailbox of the desk').fill('');
  await lead.getByLabel('Country whose public holidays count').selectOption('Germany: Bayern');
  await lead.getByRole('button', { name: 'Save' }).click();
  await expect(lead.getByText('The settings are saved.')).toBeVisible();
  await expect(lead.getByText('At installation: 20.')).toBeVisible();
  await expect(lead.getByText('At installation: Belgium.')).toBeVisible();
  await lead.context().close();

  const auditor = await pageOf(browser, portal, 'auditor');
  await auditor.goto(`${portal.url}/desk/settings`);
  await expect(auditor.locator('main')).toContainText('Germany: Bayern');
  await expect(auditor.locator('main').getByRole('textbox')).toHaveCount(0);
  await expect(auditor.locator('main').getByRole('button')).toHaveCount(0);
  await expectGood(auditor, 'settings-read');
  await auditor.goto(`${portal.url}/desk/audit?action=settings.change`);
  await expect(auditor.getByRole('row').filter({ hasText: 'holidays: BE → DE-BY' })).toBeVisible();
  await expect(
    auditor.getByRole('row').filter({ hasText: 'serviceGoalDays: 20 → 15' }),
  ).toContainText(people.lead.email);
  await auditor.context().close();

  const reviewer = await pageOf(browser, portal, 'reviewer');
  await reviewer.goto(`${portal.url}/desk/settings`);
  await expect(reviewer).toHaveURL(/\/404$/);
  await reviewer.context().close();
});

test('an application that is filed again shows what changed, field by field and file by file', async ({
  browser,
  portal,
}) => {
  const { token } = people.owner;
  const content = new FormData();
  content.set('usage', 'vehicleProof');
  const sale = new File(['%PDF-1.7\n% of the sale\n%%EOF\n'], 'bill-of-sale.pdf');
  content.set('file', sale);
  const { method, path } = endpoints.personUploadCert;
  const headers = { [LOGIN_HEADER]: token };
  const upload = await fetch(portal.url + path, { method, headers, body: content });
  const uploaded = (await upload.json()) as { data: { fileId: string } };
  const { data: user } = await sent(portal, 'currentUser', {}, token);
  const [car] = (user as DataOf<typeof endpoints.currentUser>).vehicles ?? [];
  const { form } = endpoints.personQualificationReview.example;
  const again = {
    ...form,
    user: { ...form.user, lastName: 'Nowak-Kowalska' },
    vehicle: { vehicleId: car?.vehicleId, proof: [uploaded.data.fileId] },
  };
  const filing = { submissionId: crypto.randomUUID(), form: again };
  const filed = await sent(portal, 'personQualificationReview', filing, token);
  const { applicationNumber } = filed.data as { applicationNumber: string };

  const page = await pageOf(browser, portal, 'reviewer');
  await page.goto(`${portal.url}/desk/applications/${applicationNumber}`);
  const changes = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Filed again: what changed' }) });
  const refused = people.owner.applications.find(({ state }) => state === 'terminated.byHolder');
  await expect(changes.getByRole('link', { name: refused?.number ?? '' })).toBeVisible();
  const rowOf = (name: string) =>
    changes.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await expect(rowOf('Last name').getByRole('deletion')).toHaveText(form.user.lastName);
  await expect(rowOf('Last name').getByRole('insertion')).toHaveText('Nowak-Kowalska');
  await expect(rowOf('Files').getByRole('deletion')).toHaveText('proof.pdf');
  await expect(rowOf('Files').getByRole('insertion')).toHaveText('bill-of-sale.pdf');
  // Unchanged fields are not listed.
  await expect(rowOf('First name')).toHaveCount(0);
  await expectGood(page, 'resubmission');
  await page.context().close();
});

test('an auditor sees everything, finds no action, and the calls are refused', async ({
  browser,
  portal,
}) => {
  const page = await pageOf(browser, portal, 'auditor');
  await page.goto(`${portal.url}/desk/applications/${submitted()}`);
  await expect(
    page.getByText('Only reviewers can decide. With your role you can view.'),
  ).toBeVisible();
  await expect(page.getByText(people.owner.email).first()).toBeVisible();
  const main = page.locator('main');
  for (const name of [
    /review/i,
    /pass/i,
    /approve/i,
    /refuse/i,
    /take/i,
    /hand/i,
    /note/i,
    /send/i,
  ])
    await expect(main.getByRole('button', { name })).toHaveCount(0);
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await expect(main.getByRole('radio')).toHaveCount(0);
  await expectGood(page, 'auditor-case');
  await page.goto(`${portal.url}/desk/staff`);
  await expect(page.getByRole('row').filter({ hasText: people.lead.email })).toBeVisible();
  await expect(main.getByRole('button')).toHaveCount(0);
  for (const [name, { access, example }] of Object.entries(endpoints)) {
    if (access !== 'reviewer' && access !== 'lead') continue;
    const answer = await sent(portal, name as EndpointName, example, people.auditor.token);
    expect(answer.status, name).toBe(403);
  }
  await page.context().close();
});

test('an analyst sees charts and no application', async ({ browser, portal }) => {
  const page = await pageOf(browser, portal, 'analyst');
  await page.goto(`${portal.url}/desk`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second factor');
  const parts = page.getByRole('navigation', { name: 'Desk' }).getByRole('link');
  await expect(parts).toHaveText(['Second factor']);
  for (const path of [`applications/${submitted()}`, 'staff', 'audit', 'erasures', 'settings']) {
    await page.goto(`${portal.url}/desk/${path}`);
    await expect(page).toHaveURL(/\/404$/);
  }
  await page.getByRole('link', { name: 'Charts' }).click();
  await expect(page).toHaveURL(/\/charts$/);
  for (const name of [
    'deskQueue',
    'deskApplication',
    'staffList',
    'auditTrail',
    'deskSettingsRead',
  ] as const) {
    const answer = await sent(portal, name, endpoints[name].example, people.analyst.token);
    expect(answer.status, name).toBe(403);
  }
  await page.context().close();
});

test('the log: who opened whose data, filtered, exported, and found out when it is changed', async ({
  browser,
  portal,
}) => {
  const number = submitted();
  const page = await pageOf(browser, portal, 'auditor');
  await page.goto(`${portal.url}/desk`);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectGood(page, 'audit');
  await picture(page, 'audit', page.getByText(/entries/));

  await test.step('filtered by who, whose and what; kept in the address', async () => {
    await page.getByLabel('Application number').fill('VD-1');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText('A number looks like')).toBeVisible();
    await page.getByLabel('Application number').fill(number.toLowerCase());
    await page.getByLabel('Who acted').fill('new-colleague@example.eu');
    await page.getByLabel('Whose data').fill(people.owner.email);
    await page.getByLabel('What', { exact: true }).selectOption('Application opened');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const rows = page.getByRole('row').filter({ hasText: number });
    await expect(rows.first()).toContainText('new-colleague@example.eu');
    await expect(rows.first()).toContainText(people.owner.email);
    await expect(page.getByRole('row').filter({ hasText: people.auditor.email })).toHaveCount(0);
    await page.reload();
    await expect(rows.first()).toContainText('new-colleague@example.eu');
    await expectAccessible(page);
  });

  await test.step('by time: nothing before yesterday', async () => {
    await page.getByRole('link', { name: 'Show everything' }).click();
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText('No entry of the log matches the filter.')).toBeVisible();
    await page.getByRole('link', { name: 'Show everything' }).click();
  });

  await test.step('exported, which the log tells as well', async () => {
    for (const [button, file] of [
      ['Export as CSV', 'audit-log.csv'],
      ['Export as JSON Lines', 'audit-log.jsonl'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(file);
      expect(await readFile(await download.path(), 'utf8')).toContain(number);
    }
    await page.reload();
    await expect(page.getByRole('row').nth(1)).toContainText('Log exported');
  });

  await test.step('the chains hold, until somebody writes into the database', async () => {
    await page.getByRole('button', { name: 'Check the seals' }).click();
    await expect(page.getByText('Nothing was changed')).toBeVisible();
    const database = new DatabaseSync(join(portal.dataDir, 'portal.db'));
    database.exec("update audit_entry set actor = 'nobody@example.eu' where seq = 3");
    database.close();
    await page.getByRole('button', { name: 'Check the seals' }).click();
    await expect(page.getByText('Something was changed outside the portal')).toBeVisible();
    await expect(page.getByText('entry 3 of the log', { exact: true })).toBeVisible();
    await expectGood(page, 'audit-broken');
  });
  await page.context().close();
});
