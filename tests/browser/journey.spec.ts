import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import officeCrypto from 'officecrypto-tool';
import { readWorkbook } from '#tests/lib/encrypted-xlsx/read-workbook.ts';
import { type DrivenRow, driveFiles, drivenRows, drivenValue } from '../server/reports/drive.ts';
import { letterOf, sendButton } from './desk.ts';
import { keyboardOf } from './keyboard.ts';
import {
  anotherPage,
  expectAccessible,
  mailedCode,
  picture,
  type RunningPortal,
  signIn,
  test,
} from './portal.ts';
import { apply, picture as image, numberOf, upload } from './steps.ts';

// The journeys are independent of each other.
test.describe.configure({ mode: 'parallel' });

const LIST = '/home/data-acquisition';
const CONTACT = 'reports@example.eu';
const OWNER = 'owner@example.eu';
const REVIEWER = 'reviewer@example.eu';
const PASSWORD = /\b[A-Z0-9]{7}(?:-[A-Z0-9]{7}){3}\b/;

/** The sheets of the report, with the columns of the drive that each shows. */
const sheets: Record<string, [column: string, heading: string][]> = {
  'Vehicle status': [
    ['Temperature', 'Outside temperature\nVehicle.Exterior.AirTemperature [Celsius]'],
    ['Humidity', 'Outside humidity\nVehicle.Exterior.Humidity [percent]'],
    ['Mode', 'Gear\nVehicle.Powertrain.Transmission.CurrentGear'],
  ],
  'Battery and charging': [
    [
      'Soc',
      'State of charge, displayed\nVehicle.Powertrain.TractionBattery.StateOfCharge.Displayed [percent]',
    ],
  ],
  'Trips and usage': [['Speed', 'Speed\nVehicle.Speed [km/h]']],
  Location: [
    ['LAT', 'Latitude\nVehicle.CurrentLocation.Latitude [degrees]'],
    ['LON', 'Longitude\nVehicle.CurrentLocation.Longitude [degrees]'],
    ['ALT', 'Altitude\nVehicle.CurrentLocation.Altitude [m]'],
  ],
};

test('a requester gets from the first page to the decrypted data of a real drive', {
  tag: [
    '@1-copy',
    '@1-sign-in',
    '@1-use',
    '@2-start',
    '@2-login-content',
    '@2-details',
    '@2-data-form',
    '@2-number',
    '@3-vehicle',
    '@3-data-request',
    '@4-login',
    '@4-report',
    '@5-ticks',
    '@7-file',
  ],
}, async ({ page, browser, portal }) => {
  const drive = await importDrive(portal);
  let number = '';

  await test.step('the requester reads the rights and signs in', async () => {
    await page.goto(portal.url);
    await expect(page).toHaveURL(/\/role$/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Only necessary cookies' }).click();
    await picture(page, 'role');
    await page.getByRole('link', { name: 'More details' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Rights of users and third parties',
    );
    await page.getByRole('link', { name: 'Continue to my applications' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expectAccessible(page);
    await signIn(page, portal, OWNER);
    await expect(page.getByText('Welcome. You are signed in.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ask for its data' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the requester files an application with a proof and sees it in the list', async () => {
    number = await apply(page, { vehicle: 'Twizy of the test', proof: ['registration.png'] });
    await expectAccessible(page);
    await picture(page, 'confirmation');
    await page.goto(portal.url + LIST);
    await expect(rowOf(page, number)).toContainText('Submitted');
    await expectAccessible(page);
    await picture(page, 'list');
    await portal.mailed(OWNER, new RegExp(`Application ${number} received`));
    await portal.mailed('desk@example.eu', new RegExp(number));
  });

  const desk = await anotherPage(browser);
  await test.step('the reviewer opens the application with its files, starts the review and asks for information', async () => {
    await desk.goto(`${portal.url}/desk`);
    await signIn(desk, portal, REVIEWER);
    await desk.getByRole('link', { name: number }).click();
    await expect(desk.getByText(/^Account linked to the vehicle/)).toBeVisible();
    const file = await downloaded(desk, () =>
      desk.getByRole('button', { name: 'Download registration.png' }).click(),
    );
    expect(file.name).toBe('registration.png');
    expect(file.content.subarray(1, 4).toString()).toBe('PNG');
    await decide(desk, 'Start the review', 'The review has started.');
    await desk.getByRole('button', { name: 'Show registration.png' }).click();
    await expect(desk.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible();
    await desk.getByLabel('Ask for more information').check();
    await desk.getByLabel('Vehicle proof').check();
    await expect(desk.getByLabel('Text to the requester')).toHaveValue(/registration certificate/);
    await desk.getByLabel('Text to the requester').fill('Please add the second page.');
    await expectAccessible(desk);
    await decide(desk, 'Ask for more information', 'Your question was sent to the requester.');
  });

  await test.step('the requester gets a mail and supplies the information', async () => {
    await portal.mailed(OWNER, /Please add the second page\./);
    await page.reload();
    await expect(rowOf(page, number)).toContainText('Information to be added');
    await page.getByRole('link', { name: 'Supplementary information' }).click();
    await expect(page.getByText('Please add the second page.')).toBeVisible();
    await page.getByLabel('Your answer').fill('Here it is.');
    await upload(page, ['second-page.png']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Your information is sent' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'See the application' }).click();
    await expect(page.getByText('Waiting for the data holder')).toBeVisible();
  });

  await test.step('the reviewer sees the information and confirms the eligibility', async () => {
    await desk.reload();
    await expect(desk.getByRole('button', { name: 'Show second-page.png' })).toBeVisible();
    await desk.getByLabel('Confirm eligibility').check();
    await decide(desk, 'Confirm eligibility', 'The eligibility is confirmed.');
    await portal.mailed(OWNER, /please file your data request/);
  });

  await test.step('the requester requests data', async () => {
    await page.reload();
    await expect(page.getByText('You need to act')).toBeVisible();
    await page.getByRole('link', { name: 'Request data' }).click();
    // The day of the drive in the time zone of the test's browser.
    const day = drive[0]?.instant.slice(0, 10);
    await page.getByLabel('Start time').fill(`${day}T00:00`);
    await page.getByLabel('End time').fill(`${day}T23:59`);
    await page.getByLabel('Vehicle identity', { exact: true }).uncheck();
    for (const name of Object.keys(sheets)) await page.getByLabel(name, { exact: true }).check();
    await expect(page.getByText(/\d rows?/).first()).toBeVisible();
    await page.getByLabel('No, give me the unmasked data').check();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Contact e-mail').fill(CONTACT);
    await page.getByLabel('Report language').selectOption('en');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send the data request' }).click();
    await expect(page.getByRole('heading', { name: 'Your data request is sent' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the requester confirms the contact address with the code in the mail', async () => {
    const unconfirmed = page.getByText(/The contact e.mail address is not confirmed yet/);
    await expect(unconfirmed).toBeVisible();
    const code = await mailedCode(portal, CONTACT, async () => {
      await page.getByRole('button', { name: 'Send code' }).click();
    });
    await page.getByLabel('Verification code').fill(code);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(unconfirmed).toHaveCount(0);
    await page.getByRole('link', { name: 'See the application' }).click();
    await expect(page.getByText('Waiting for the data holder')).toBeVisible();
  });

  await test.step('the reviewer approves the data request', async () => {
    await desk.reload();
    await expect(desk.getByText(/at least .* rows/).first()).toBeVisible();
    await decide(desk, 'Approve the data request', 'The data request is approved.');
  });

  await test.step('the file opens with the password in the mail and contains the drive', async () => {
    const [password] = await portal.mailed(CONTACT, PASSWORD);
    await page.reload();
    await expect(page.getByText('Your data are ready')).toBeVisible();
    const preview = page.getByRole('region', { name: 'What is in it' });
    for (const picture of [/^Tracks on a plain grid/, /^State of charge/, /^Calendar/])
      await expect(preview.getByRole('img', { name: picture })).toBeVisible();
    const trips = preview.getByRole('row').filter({ hasText: 'Trips and usage' });
    await expect(trips).toContainText(drive.length.toLocaleString('en-GB'));
    await expectAccessible(page);
    const file = await downloaded(page, () =>
      page.getByRole('button', { name: 'Download data' }).click(),
    );
    expect(file.name).toBe(`${number}.xlsx`);
    // A library that shares no code with the portal.
    const plain = await officeCrypto.decrypt(file.content, { password: password ?? '' });
    const workbook = await readWorkbook(plain);
    const names = workbook.map(({ name }) => name);
    expect(names).toEqual(['Summary', 'Drives', 'Manifest', ...Object.keys(sheets)]);
    for (const { name, rows } of workbook.slice(3)) {
      const columns = sheets[name] ?? [];
      const headings = rows[0]?.slice(1);
      expect(headings).toEqual(['Time stamp (UTC)', ...columns.map(([, heading]) => heading)]);
      // The time zone of the country in the address comes first.
      expect(rows[0]?.[0]).toMatch(/^Time \(Europe\//);
      expect(rows.slice(1).map((row) => row.slice(1))).toEqual(
        drive.map((row) => [row.instant, ...columns.map(([column]) => drivenValue(row, column))]),
      );
    }
  });

  await test.step('the history lists every step', async () => {
    const history = page.locator('#history li');
    await expect(history).toHaveText([
      /Data request approved/,
      /Data requested/,
      /Eligibility confirmed/,
      /Information supplied/,
      /Please add the second page\./,
      /Review started/,
      /Application filed/,
    ]);
  });
});

test('a requester files an application for a third party and terminates it, by keyboard alone', {
  tag: ['@1-copy', '@1-use', '@2-row-actions', '@3-application', '@4-terminate'],
}, async ({ page, portal }) => {
  const { press, type, pick, tick, choose, upload, reach } = keyboardOf(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) =>
    expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  const uploaded = (name: string) =>
    expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Uploaded');
  const files = button('Choose files');

  await test.step('the requester reads the rights and signs in', async () => {
    await page.goto(`${portal.url}/role`);
    await press(button('Only necessary cookies'));
    await press(page.getByRole('link', { name: 'More details' }).first());
    await heading('Rights of users and third parties');
    await press(page.getByRole('link', { name: 'Continue to my applications' }));
    await heading('Sign in');
    await type(page.getByLabel('E-mail address'), OWNER);
    await tick(page.getByLabel(/I have read/));
    const code = await mailedCode(portal, OWNER, async () => {
      await press(button('Send e-mail'));
      await page.getByLabel('Verification code').waitFor();
    });
    await type(page.getByLabel('Verification code'), code);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Welcome. You are signed in.')).toBeVisible();
  });

  await test.step('the requester chooses the vehicle and uploads its proof', async () => {
    await press(page.getByRole('link', { name: 'New application' }));
    await heading('Your vehicle');
    const vehicles = page.getByRole('group', { name: 'Vehicle' });
    await choose(vehicles, page.getByLabel('Lumo'));
    await upload(files, [image('registration.png'), image('lease.png')]);
    await uploaded('registration.png');
    await uploaded('lease.png');
    await press(button('Continue'));
  });

  await test.step('the requester enters their details after an error', async () => {
    await heading('About you');
    await press(button('Continue'));
    await expect(page.getByRole('region', { name: 'There is a problem' })).toBeFocused();
    await press(page.getByRole('link', { name: 'Enter the first name' }));
    await type(page.getByLabel('First name'), 'Anna');
    await type(page.getByLabel('Last name'), 'Nowak');
    await pick(page.getByLabel('Date of birth'), '04041985', '1985-04-04');
    for (const [label, text] of [
      ['Phone number', '+48600100200'],
      ['Contact address', 'ul. Długa 7'],
      ['Post code', '31-147'],
      ['City', 'Kraków'],
    ] as const)
      await type(page.getByLabel(label), text);
    await pick(page.getByLabel('Country or region'), 'Poland', 'PL');
    await press(button('Continue'));
  });

  await test.step('the requester enters the purpose, the third party and its agreement', async () => {
    await heading('Check your answers');
    await press(page.getByRole('link', { name: 'Change application information' }));
    await heading('Your application');
    await pick(page.getByLabel('Purpose of use'), 'Insurance', 'insurance');
    await choose(
      page.getByRole('group', { name: 'Who uses the data?' }),
      page.getByLabel('A third party uses them'),
    );
    await type(page.getByLabel('Full name of the third party'), 'Insure SA');
    await type(page.getByLabel('Location of the third party'), 'Lyon, France');
    await type(page.getByLabel(/E.mail address of the third party/), 'data@insure.example');
    await upload(files.nth(1), [image('agreement.png')]);
    await uploaded('agreement.png');
    await press(button('Continue'));
  });

  let number = '';
  await test.step('the requester checks the answers and sends the application', async () => {
    await heading('Check your answers');
    await tick(page.getByLabel(/I accept the user agreement/));
    await press(button('Send the application'));
    await heading('Your application is filed');
    number = numberOf(page);
  });

  const row = rowOf(page, number);
  const prompt = page.getByRole('dialog');
  const menu = row.getByRole('button', { name: `More for ${number}` });
  const terminate = row.getByRole('menuitem', { name: 'Terminate' });
  await test.step('the requester cancels the termination once and then confirms it', async () => {
    await page.goto(portal.url + LIST);
    await press(menu);
    await press(terminate);
    await expect(prompt).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(prompt).toBeHidden();
    await expect(row).toContainText('Submitted');
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await press(terminate);
    await expectAccessible(page);
    const end = prompt.getByRole('button', { name: 'Terminate' });
    // The styles of a row's links do not apply to the dialog.
    await expect(end).not.toHaveCSS('text-decoration-line', 'underline');
    await press(end);
    await expect(row).toContainText('Terminated');
    await press(menu);
    await press(row.getByRole('menuitem', { name: 'History' }));
    await expect(page.locator('#history li').first()).toContainText('Requester');
    await expect(page.getByText('Insure SA')).toBeVisible();
    await reach(page.getByRole('button', { name: 'agreement.png' }));
  });
});

/** Imports a drive and returns its rows. */
async function importDrive(portal: RunningPortal): Promise<DrivenRow[]> {
  const file = (await driveFiles(portal.dataDir)).at(-1) ?? '';
  portal.importDrive(
    ...['--file', file, '--vin', 'VF1ACVYB012345678', '--name', 'Twizy of the test'],
    ...['--account', OWNER, '--profile', 'twizy', '--timezone', 'Africa/Casablanca'],
  );
  return drivenRows(await readFile(file, 'utf8'));
}

const rowOf = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });

/** Decides once the letter to the requester is shown. */
async function decide(desk: Page, decision: string, done: string) {
  await desk.getByRole('radio', { name: decision, exact: true }).check();
  const isMailed = !/^(Start|Approve)/.test(decision);
  if (isMailed) await expect(letterOf(desk)).toContainText('Dear Anna Nowak');
  else await expect(desk.getByText('No e-mail is sent')).toBeVisible();
  await sendButton(desk).click();
  await expect(desk.getByText(done, { exact: true })).toBeVisible();
}

async function downloaded(page: Page, click: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const path = await download.path();
  return { path, name: download.suggestedFilename(), content: await readFile(path) };
}
