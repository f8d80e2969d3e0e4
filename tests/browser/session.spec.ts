import { expect, type Route } from '@playwright/test';
import { chooseInAccount, expectAccessible, ownPortal, signIn, test } from './portal.ts';
import { testControls } from './walks/test-controls.ts';

const LIST = '/home/data-acquisition';
const NEW = `${LIST}/new/about-you`;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test.use(ownPortal);

test('a session warns before it ends, can be extended, and keeps the input when it has ended', {
  tag: ['@2-home', '@6-signed-in', '@8-signed-out'],
}, async ({ page, portal }) => {
  const { advance } = testControls(portal.url);
  await page.goto(portal.url + NEW);
  await signIn(page, portal, 'owner@example.eu');
  // Drafts are stored for 30 days only.
  await advance(364 * DAY);
  await page.reload();
  await page.getByRole('button', { name: 'Only necessary cookies' }).click();
  await page.getByLabel('First name').fill('Anna');
  await advance(DAY - 8 * MINUTE);
  await page.reload();
  const warning = page.getByRole('dialog', { name: 'You will be logged out soon' });
  await expect(warning).toContainText(/Your session ends in [78] minutes\./);
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Stay signed in' }).press('Enter');
  await expect(warning).toBeHidden();
  await expect(page.getByLabel('First name')).toHaveValue('Anna');
  await advance(364 * DAY);
  await page.reload();
  await page.getByLabel('First name').fill('Anne');
  await expect(warning).toBeHidden();

  await advance(2 * DAY);
  await page.reload();
  await expect(page).toHaveURL(`${portal.url}/login?redirectUrl=${encodeURIComponent(NEW)}`);
  await signIn(page, portal, 'owner@example.eu');
  await expect(page).toHaveURL(portal.url + NEW);
  await expect(page.getByLabel('First name')).toHaveValue('Anne');
});

test('logging out asks first and ends the session in every tab', {
  tag: ['@2-log-out', '@3-cookies', '@7-headers'],
}, async ({ page, portal }) => {
  await page.goto(portal.url + LIST);
  await signIn(page, portal, 'owner@example.eu');
  const other = await page.context().newPage();
  await other.goto(portal.url + NEW);
  await expect(other.getByLabel('First name')).toBeVisible();

  await chooseInAccount(page, 'Log out');
  const prompt = page.getByRole('dialog', { name: 'Log out?' });
  await prompt.getByRole('button', { name: 'Cancel' }).click();
  await expect(other.getByLabel('First name')).toBeVisible();

  await page.getByRole('link', { name: 'New application' }).click();
  const token = (await page.context().cookies()).find(({ name }) => name === 'login-token')?.value;
  await chooseInAccount(page, 'Log out');
  await prompt.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${portal.url}/role`);
  await expect(other).toHaveURL(`${portal.url}/role`);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('login-token');
  const answer = await fetch(`${portal.url}/server/uc-client/userInfo/currentUser`, {
    headers: { 'login-token': String(token) },
  });
  expect(answer.status, 'the token is worth nothing any more').toBe(401);

  // Both tabs go on without a reload.
  for (const tab of [page, other])
    await expect(tab.getByRole('heading', { level: 1, name: /yours to use/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Your session has ended.')).toBeHidden();
  for (const tab of [page, other]) {
    for (const [from, open, name, wanted] of [
      ['/right/customer', 'Your rights', 'Continue to my applications', LIST],
      ['/role', /Vehicle data access/, 'View my applications', LIST],
      ['/role', /Vehicle data access/, 'View the request form', `${LIST}/public-sector`],
    ] as const) {
      await tab.getByRole('link', { name: open }).click();
      await tab.getByRole('link', { name }).click();
      await expect(tab).toHaveURL(`${portal.url}/login?redirectUrl=${encodeURIComponent(wanted)}`);
      await tab.goBack();
      await expect(tab).toHaveURL(portal.url + from);
    }
    await tab.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await expect(tab).toHaveURL(`${portal.url}/login`);
  }
  await signIn(other, portal, 'owner@example.eu');
  await expect(other).toHaveURL(portal.url + LIST);
  await page.goBack();
  await page.getByRole('link', { name: 'View my applications' }).click();
  await expect(page).toHaveURL(portal.url + LIST);
  await expect(page.getByRole('heading', { level: 1, name: 'My applications' })).toBeVisible();
});

for (const [fault, answer] of [
  ['cannot be loaded', (route: Route) => route.abort()],
  ['hangs', () => {}],
] as const)
  test(`a page whose script ${fault} can be retried, and the rest of the page stays`, async ({
    page,
    portal,
  }) => {
    await page.clock.install();
    await page.goto(`${portal.url}/login`);
    await page.route(/\/assets\/role-page-.*\.js/, answer);
    await page.getByRole('link', { name: /Vehicle data access/ }).click();
    const failed = page.getByText('The page could not be loaded.');
    await expect(page.locator('[data-loading]').or(failed)).toBeVisible();
    await page.clock.fastForward(60_000);
    await expect(failed).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await page.unroute(/\/assets\/role-page-.*\.js/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

test('without the script of the account menu the page works, and its button loads the page again', async ({
  page,
  portal,
}) => {
  await page.goto(portal.url + LIST);
  await signIn(page, portal, 'owner@example.eu');
  const account = page.getByRole('banner').getByRole('button', { name: 'owner@example.eu' });
  await page.route(/\/assets\/account-menu-.*\.js/, (route) => route.abort());
  await page.reload();
  await expect(account).toBeEnabled();
  await expect(account).not.toHaveAttribute('aria-haspopup');
  await expect(page.getByRole('heading', { level: 1, name: 'My applications' })).toBeVisible();
  await page.unroute(/\/assets\/account-menu-.*\.js/);
  await account.click();
  await expect(account).toHaveAttribute('aria-haspopup', 'menu');
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
});

test('a dialog whose style sheet could not be loaded at first is shown with its styles', async ({
  page,
  portal,
}) => {
  await page.goto(portal.url + LIST);
  await signIn(page, portal, 'owner@example.eu');
  const styles = /\/assets\/modal-window-.*\.css/;
  await page.route(styles, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed', (request) => styles.test(request.url()));
  await page.reload();
  await failed;
  await chooseInAccount(page, 'Log out');
  await expect(page.getByRole('dialog')).toBeInViewport();
});
