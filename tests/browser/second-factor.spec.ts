import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { authenticator } from './authenticator.ts';
import {
  anotherPage,
  expectAccessible,
  ownPortal,
  type RunningPortal,
  signIn,
  test,
} from './portal.ts';
import { testControls } from './walks/test-controls.ts';
import { expectGood } from './widths.ts';

// Test mode can advance the clock, so the test does not wait for the next code.
test.use(ownPortal);

const REVIEWER = 'reviewer@example.eu';
let app: (at: number) => string;

/** A new visit up to the step after the e-mailed code. */
async function arrive(browser: Browser, portal: RunningPortal) {
  const page = await anotherPage(browser);
  const { advance, now } = testControls(portal.url);
  await advance(60_000);
  await page.goto(`${portal.url}/desk`);
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
  await page.goto(`${portal.url}/login`);
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
  await confirm.click();
  await expect(page.getByText('Enter the code that the app shows')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('12345');
  await confirm.click();
  await expect(page.getByText('The code has 6 digits')).toBeVisible();
  const right = app(await testControls(portal.url).now());
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
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Save the codes first, then tick this box')).toBeVisible();
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
