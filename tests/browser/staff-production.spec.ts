import { spawnSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { setUpApp } from './authenticator.ts';
import { anotherPage, expectAccessible, signIn, test } from './portal.ts';

test.use({
  settings: {
    MODE: 'production',
    PUBLIC_URL: 'https://127.0.0.1',
    SECRET: 'of this test: more than 32 characters',
    CONTACT_MAILBOX: 'contact@example.eu',
    MAIL_FROM: 'no-reply@example.eu',
    HOLDER_NAME: 'Test Motors',
    AUTHORITY_MAILBOX: 'takes-no-mail',
  },
});

const queue = (page: Page) => page.getByRole('heading', { name: /^We need to act/ });

/** Sets up an app on the page that requires it. */
async function setUp(page: Page) {
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  await expectAccessible(page);
  await setUpApp(page);
}

test('in production the command line creates the first lead, who adds a reviewer; both need a second factor', async ({
  page,
  browser,
  portal,
}) => {
  const result = spawnSync(
    process.execPath,
    ['src/tools/portal.ts', 'staff', 'set', 'chief@example.eu', 'lead'],
    {
      env: { DATA_DIR: portal.dataDir },
      encoding: 'utf8',
    },
  );
  expect(result.stdout).toBe('chief@example.eu now has these roles: lead\n');

  await test.step('no demonstration accounts are offered, and every page leads the lead to the set-up', async () => {
    await page.goto(`${portal.url}/login`);
    await expect(page.getByLabel('E-mail address')).toBeVisible();
    await expect(page.getByText('Accounts of the demonstration')).toHaveCount(0);
    await signIn(page, portal, 'chief@example.eu');
    await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
    for (const path of ['/desk/audit', '/desk/staff', '/charts']) {
      await page.goto(portal.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your second factor');
    }
    // The set-up was requested by the charts and returns to them.
    await setUp(page);
    await expect(page).toHaveURL(/\/charts$/);
    await page.goto(`${portal.url}/desk`);
    await expect(queue(page)).toBeVisible();
  });

  await test.step('the added reviewer has to set up a second factor as well', async () => {
    await page.getByRole('link', { name: 'Staff' }).click();
    await page.getByRole('button', { name: 'Add a colleague' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('new@example.eu');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'new@example.eu' })).toBeVisible();
    const reviewer = await anotherPage(browser);
    await reviewer.goto(`${portal.url}/desk`);
    await signIn(reviewer, portal, 'new@example.eu');
    await setUp(reviewer);
    await expect(queue(reviewer)).toBeVisible();
    await reviewer.context().close();
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: 'new@example.eu' })).toContainText(
      'set up',
    );
  });

  await test.step('the lead resets the second factor of the reviewer', async () => {
    const row = page.getByRole('row').filter({ hasText: 'new@example.eu' });
    await row.getByRole('button', { name: 'Reset second factor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click();
    await expect(row).toContainText('not set up yet');
  });
});
