import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { authenticator } from './authenticator.ts';
import { namedAddress } from './named-address.ts';
import { passkeyDevice } from './passkey-device.ts';
import {
  anotherPage,
  chooseInAccount,
  expectAccessible,
  type RunningPortal,
  signIn,
  test,
} from './portal.ts';
import { testControls } from './walks/test-controls.ts';
import { expectGood } from './widths.ts';

// Test mode can advance the clock, so the test does not wait for the next code.
const address = await namedAddress();
const url = address.PUBLIC_URL;
test.use({ settings: { MODE: 'test', ...address } });

const REVIEWER = 'reviewer@example.eu';
let app: (at: number) => string;

/** A new visit up to the step after the e-mailed code. */
async function arrive(browser: Browser, portal: RunningPortal) {
  const page = await anotherPage(browser);
  const { advance, now } = testControls(url);
  await advance(60_000);
  await page.goto(`${url}/desk`);
  await signIn(page, portal, REVIEWER);
  await expect(page.getByRole('heading', { name: 'Your second factor' })).toBeVisible();
  return { page, now: await now() };
}

const queue = (page: Page) => page.getByRole('heading', { name: /^We need to act/ });

test.describe.configure({ mode: 'serial' });

test('a second factor can be set up in a demonstration, by scanning or typing, and shows its recovery codes once', async ({
  page,
  portal,
}) => {
  await page.goto(`${url}/login`);
  await expect(page.getByText('Lead of the desk')).toBeVisible();
  await page.getByRole('button', { name: REVIEWER }).click();
  await expect(page.getByLabel('E-mail address')).toHaveValue(REVIEWER);
  await expectAccessible(page);
  await signIn(page, portal, REVIEWER);
  // By default, staff are redirected to the desk.
  await expect(queue(page)).toBeVisible();
  await page.getByRole('link', { name: 'Second factor' }).click();
  await expect(page.getByText('No authenticator app is set up')).toBeVisible();
  await expectGood(page);
  await page.getByRole('link', { name: 'Set up an authenticator app' }).click();
  await expectGood(page);
  await page.getByRole('button', { name: 'I have an app: start' }).click();
  const picture = page.getByRole('img', { name: /QR code to scan/ });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
  await expectGood(page);
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  const link = page.getByRole('link', { name: 'Open in an app on this device' });
  expect(await link.getAttribute('href')).toContain(`secret=${key.replaceAll(' ', '')}&`);
  app = authenticator(key);

  const field = page.getByLabel('Code of your authenticator app');
  const confirm = page.getByRole('button', { name: 'Confirm' });
  const right = app(await testControls(url).now());
  await field.fill(right === '000000' ? '111111' : '000000');
  await confirm.click();
  await expect(page.locator('main').getByRole('alert')).toContainText('4 tries left');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await expectAccessible(page);
  // As apps show it, in two groups.
  await field.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await confirm.click();

  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  const recoveryCodes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await expectGood(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  for (const code of recoveryCodes) expect(file).toContain(code);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('The codes are copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join('\n'));
  await page.getByLabel('I have saved the recovery codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible();
});

test('the code of the app can be given with the keyboard alone', async ({ browser, portal }) => {
  const { page, now } = await arrive(browser, portal);
  await expect(page.getByLabel('Code of your authenticator app')).toBeFocused();
  await expectGood(page);
  await page.keyboard.type(app(now));
  await page.keyboard.press('Enter');
  await expect(queue(page)).toBeVisible();
  // The second factor is not asked for again in this session.
  await page.reload();
  await expect(queue(page)).toBeVisible();
  await page.context().close();
});

test('a passkey is added in addition to the app, replaces it at sign-in, and is removed', async ({
  browser,
  portal,
}) => {
  const { page, now } = await arrive(browser, portal);
  await passkeyDevice(page);
  await page.getByLabel('Code of your authenticator app').fill(app(now));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Second factor' }).click();

  const name = page.getByLabel('Name of the new passkey');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Give the passkey a name')).toBeVisible();
  await name.fill('Work laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey is added.')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Work laptop' })).toBeVisible();
  await expectGood(page);
  // The same device once more.
  await name.fill('Again');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('This device has a passkey for your account already.')).toBeVisible();

  await chooseInAccount(page, 'Log out');
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${url}/login?redirectUrl=*`);
  await signIn(page, portal, REVIEWER);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('An authenticator app is set up')).toBeVisible();

  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The passkey is removed.')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Work laptop' })).toHaveCount(0);
  await page.context().close();
});
