import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { driveFiles } from '../server/reports/drive.ts';
import { confirm, type Decision, prepare, visitDesk } from './desk.ts';
import { anotherPage, expectAccessible, signIn, test } from './portal.ts';
import { fillUser, next, numberOf, upload } from './steps.ts';

const LIST = '/home/data-acquisition';
const USER = 'owner@example.eu';
const BROKER = 'broker@example.com';
const INSURER = 'data@insure.example';

test('a third party gets its account linked and applies for a user, and the recipient gets its copy', {
  tag: ['@1-agreement', '@3-application'],
}, async ({ page, browser, portal }) => {
  const [file = ''] = (await driveFiles(portal.dataDir)).slice(-1);
  const link = (...accounts: string[]) =>
    portal.importDrive(
      ...['--file', file, '--vin', 'VF1ACVYB012345678', '--name', 'Twizy of the test'],
      ...['--profile', 'twizy', '--timezone', 'Africa/Casablanca', ...accounts],
    );
  link('--account', USER);
  let number = '';

  await test.step('a third party without a vehicle learns how to get a link', async () => {
    await page.goto(`${portal.url}${LIST}`);
    await signIn(page, portal, BROKER);
    await page.getByRole('link', { name: 'New application' }).click();
    await expect(
      page.getByText('Do you act for the user of a vehicle, as a third party?'),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'data-access@example.eu' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a third party that is linked on behalf of a user applies for that user', async () => {
    link('--account', BROKER, '--on-behalf-of', USER);
    await page.reload();
    await expect(page.getByLabel('Twizy of the test')).toBeChecked();
    await upload(page, ['consent.png']);
    await next(page);
    await expect(page.getByRole('heading', { level: 1, name: 'About the user' })).toBeVisible();
    await fillUser(page, 'PL');
    await next(page);
    await expect(page.getByText(`You act on behalf of ${USER}`)).toBeVisible();
    await expect(page.getByLabel('I use them myself')).toHaveCount(0);
    await page.getByLabel('Purpose of use').selectOption('insurance');
    await page.getByLabel('Full name of the third party').fill('Insure SA');
    await page.getByLabel('Location of the third party').fill('Lyon, France');
    const email = page.getByLabel(/E.mail address of the third party/);
    await expect(email).toHaveValue(BROKER);
    await email.fill(INSURER);
    await expectAccessible(page);
  });

  await test.step('the unchanged template is not accepted as the signed agreement', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the contract template (Word)' }).click(),
    ]);
    const buffer = await readFile(await download.path());
    await page
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles({ name: 'agreement.docx', mimeType: 'application/octet-stream', buffer });
    await expect(page.getByRole('alert', { name: 'Not accepted' })).toContainText(
      'This is the unchanged contract template.',
    );
    await expectAccessible(page);
    await upload(page, ['agreement.png'], 1);
    await next(page);
    await page.getByLabel(/I accept the user agreement/).check();
    await page.getByRole('button', { name: 'Send the application' }).click();
    await expect(page.getByText('Nothing to do for you now')).toBeVisible();
    number = numberOf(page);
  });

  const desk = await visitDesk(browser, portal, 'reviewer@example.eu');
  const decide = async (decision: Decision) => {
    await prepare(desk, decision);
    await confirm(desk, decision);
  };
  await test.step('the desk sees the third party, its user and the recipient', async () => {
    await desk.goto(`${portal.url}/desk/applications/${number}`);
    const heading = desk.getByRole('heading', { name: 'What was filed' });
    const glance = desk.locator('section').filter({ has: heading });
    for (const text of [BROKER, USER, 'Insure SA', 'Lyon, France', INSURER])
      await expect(glance).toContainText(text);
    await expectAccessible(desk);
    await decide('Start the review');
    await decide('Confirm eligibility');
  });

  await test.step('the third party requests data, and the desk approves the request', async () => {
    await page.goto(`${portal.url}${LIST}/applications/${number}`);
    await expect(page.getByText(`we will send a link to ${INSURER}`)).toBeVisible();
    await page.getByRole('link', { name: 'Request data' }).click();
    await page.getByLabel('Start time').fill('2020-01-01T00:00');
    await page.getByLabel('End time').fill('2026-01-01T00:00');
    await page.getByLabel('Trips and usage', { exact: true }).check();
    await page.getByLabel('No, give me the unmasked data').check();
    await next(page);
    await page.getByRole('button', { name: 'Send the data request' }).click();
    await expect(page.getByRole('heading', { name: 'Your data request is sent' })).toBeVisible();
    await desk.reload();
    await decide('Approve the data request');
  });

  await test.step('the recipient confirms its address and gets its own copy', async () => {
    const [address] = await portal.mailed(INSURER, /\S+\/delivery#[\w-]{43}/);
    const recipient = await anotherPage(browser);
    await recipient.goto(address.replace(/^.*?(?=\/delivery)/, portal.url));
    await recipient.getByRole('button', { name: 'Confirm' }).click();
    await portal.mailed(INSURER, /Password of the file: /);
    await recipient.reload();
    await expect(recipient.getByRole('button', { name: /^Excel workbook/ })).toBeVisible();
  });
});
