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

/** Sets up an app on the page that demands it. */
async function setUp(page: Page) {
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  await expectAccessible(page);
  await setUpApp(page);
}

test('in production the command line makes the first lead, who adds a reviewer; neither passes without a second factor', async ({
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

  await test.step('no accounts are offered; the lead is led to the set-up from wherever', async () => {
    await page.goto(`${portal.url}/login`);
    await expect(page.getByLabel('E-mail address')).toBeVisible();
    await expect(page.getByText('Accounts of the demonstration')).toHaveCount(0);
    await signIn(page, portal, 'chief@example.eu');
    await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
    for (const path of ['/desk/audit', '/desk/staff', '/charts']) {
      await page.goto(portal.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your second factor');
    }
    // From the charts, and back to them.
    await setUp(page);
    await expect(page).toHaveURL(/\/charts$/);
    await page.goto(`${portal.url}/desk`);
    await expect(queue(page)).toBeVisible();
  });

  await test.step('the reviewer they add meets the same', async () => {
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

  await test.step('reset while they work, the lead’s colleague sets up another', async () => {
    const row = page.getByRole('row').filter({ hasText: 'new@example.eu' });
    await row.getByRole('button', { name: 'Reset second factor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click();
    await expect(row).toContainText('not set up yet');
  });
});
