import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import type { Persona } from '#demo/testing/personas.ts';
import { sendButton, visitAs } from './desk.ts';
import { seedPersonas } from './personas.ts';
import { anotherPage, expectAccessible, ownPortal, picture, signIn, test } from './portal.ts';
import { testControls } from './walks/test-controls.ts';
import { expectGood } from './widths.ts';

test.use(ownPortal);
test.describe.configure({ mode: 'serial' });

let people: Record<Persona['role'], Persona>;
test.beforeAll(async ({ portal }) => {
  people = await seedPersonas(portal.url);
});

const submitted = () => people.owner.applications[0]?.number ?? '';

test('a lead adds a reviewer, who starts a review, changes their roles and deactivates them', async ({
  browser,
  portal,
}) => {
  const email = 'new-colleague@example.eu';
  const lead = await visitAs(browser, portal, people.lead);
  await lead.goto(`${portal.url}/desk`);
  await lead.getByRole('link', { name: 'Staff' }).click();
  const rowOf = (address: string) => lead.getByRole('row').filter({ hasText: address });
  await expect(rowOf(people.lead.email)).toContainText('Another lead must change your roles.');
  await expect(rowOf(people.lead.email).getByRole('button')).toHaveCount(0);
  await expectGood(lead);
  await picture(lead, 'staff');

  await test.step('the dialog marks an address that only the browser accepts', async () => {
    await lead.getByRole('button', { name: 'Add a colleague' }).click();
    const dialog = lead.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('new@colleague');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const problems = dialog.getByRole('region', { name: 'There is a problem' });
    await expect(problems.getByRole('link')).toHaveText(/Enter the e.mail in the correct format/);
    await expectGood(lead);
    await dialog.getByLabel('E-mail address').fill(email);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(lead.getByText(`${email} can sign in as staff now.`)).toBeVisible();
    await expect(rowOf(email)).toContainText('Reviewer');
    await expect(rowOf(email)).toContainText('not set up yet');
  });

  const reviewer = await anotherPage(browser);
  await test.step('the reviewer signs in and starts a review', async () => {
    await reviewer.goto(`${portal.url}/desk/applications/${submitted()}`);
    await signIn(reviewer, portal, email);
    await expect(reviewer.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
    await reviewer.getByRole('radio', { name: 'Start the review' }).check();
    await sendButton(reviewer).click();
    await expect(reviewer.getByText('The review has started.', { exact: true })).toBeVisible();
  });

  const signInAnew = async () => {
    await expect(
      reviewer.getByText('You were signed out because your roles at the desk were changed.'),
    ).toBeVisible();
    // The portal sends at most one code per minute to an address.
    await testControls(portal.url).advance(60_000);
    await signIn(reviewer, portal, email);
  };
  await test.step('a change of roles signs the reviewer out and changes their pages', async () => {
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

  await test.step('a deactivated account is told that the desk is for staff', async () => {
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

test('a lead sets the service goal and the holidays, and an auditor reads them and their changes', async ({
  browser,
  portal,
}) => {
  const lead = await visitAs(browser, portal, people.lead);
  await lead.goto(`${portal.url}/desk`);
  await lead.getByRole('link', { name: 'Settings', exact: true }).click();
  const goal = lead.getByLabel('Service goal, in days');
  await expect(goal).toHaveValue('20');
  await expectGood(lead);
  await goal.fill('15');
  await lead.getByLabel('Mailbox of the desk').fill('');
  await lead.getByLabel('Country whose public holidays count').selectOption('Germany: Bayern');
  await lead.getByRole('button', { name: 'Save' }).click();
  await expect(lead.getByText('The settings are saved.')).toBeVisible();
  await lead.context().close();

  const auditor = await visitAs(browser, portal, people.auditor);
  await auditor.goto(`${portal.url}/desk/settings`);
  await expect(auditor.locator('main')).toContainText('Germany: Bayern');
  await expect(auditor.locator('main').getByRole('textbox')).toHaveCount(0);
  await expect(auditor.locator('main').getByRole('button')).toHaveCount(0);
  await expectGood(auditor);
  await auditor.goto(`${portal.url}/desk/audit?action=settings.change`);
  await expect(
    auditor.getByRole('row').filter({ hasText: 'Belgium → Germany: Bayern' }),
  ).toBeVisible();
  await expect(
    auditor.getByRole('row').filter({ hasText: 'Service goal, in days: 20 → 15' }),
  ).toContainText(people.lead.email);
  await auditor.context().close();

  const reviewer = await visitAs(browser, portal, people.reviewer);
  await reviewer.goto(`${portal.url}/desk/settings`);
  await expect(reviewer).toHaveURL(/\/404$/);
  await reviewer.context().close();
});

test('the audit log shows who opened whose data, can be filtered and exported, and reveals changes', async ({
  browser,
  portal,
}) => {
  const number = submitted();
  const page = await visitAs(browser, portal, people.auditor);
  await page.goto(`${portal.url}/desk`);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectGood(page);
  await picture(page, 'audit', page.getByText(/entries/));

  await test.step('the filter by actor, requester and action is stored in the URL', async () => {
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

  await page.getByRole('link', { name: 'Show everything' }).click();

  await test.step('the log can be exported, which it records', async () => {
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

  await test.step('the check of the seals finds a change in the database', async () => {
    await page.getByRole('button', { name: 'Check the seals' }).click();
    await expect(page.getByText('Nothing was changed')).toBeVisible();
    const database = new DatabaseSync(join(portal.dataDir, 'portal.db'));
    database.exec("update audit_entry set actor = 'nobody@example.eu' where seq = 3");
    database.close();
    await page.getByRole('button', { name: 'Check the seals' }).click();
    await expect(page.getByText('Something was changed outside the portal')).toBeVisible();
    await expect(page.getByText('entry 3 of the log', { exact: true })).toBeVisible();
    await expectGood(page);
  });
  await page.context().close();
});
