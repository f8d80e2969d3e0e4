import { expect } from '@playwright/test';
import { setUpApp } from './authenticator.ts';
import { namedAddress } from './named-address.ts';
import { passkeyDevice } from './passkey-device.ts';
import { anotherPage, chooseInAccount, expectAccessible, signIn, test } from './portal.ts';
import { expectGood } from './widths.ts';

const address = await namedAddress();
const url = address.PUBLIC_URL;
test.use({ settings: { MODE: 'test', ...address } });

const REVIEWER = 'reviewer@example.eu';

test('a passkey is added in addition to the app, replaces it at sign-in, and is removed', async ({
  page,
  portal,
  browser,
}) => {
  await passkeyDevice(page);

  await page.goto(`${url}/desk`);
  await signIn(page, portal, REVIEWER);
  await page.getByRole('link', { name: 'Second factor' }).click();
  await page.getByRole('link', { name: 'Set up an authenticator app' }).click();
  await setUpApp(page);

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

  // Another browser, without the authenticator, still asks for the code of the app.
  const other = await anotherPage(browser);
  await other.goto(`${url}/desk`);
  await expect(other.getByLabel('E-mail address')).toBeVisible();
  await other.context().close();
});
