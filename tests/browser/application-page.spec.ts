import { expect, type Page } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { cookieNames, LOGIN_HEADER } from '#contract/limits.ts';
import { driveFiles } from '../server/reports/drive.ts';
import { addressOf, enterAs, seedPersonas } from './personas.ts';
import { anotherPage, expectAccessible, signIn, test } from './portal.ts';
import { countSteps, fillUser, next, numberOf, upload } from './steps.ts';

const PAGE = '/home/data-acquisition/applications';
/** Makes a call of the desk. */
async function ask(
  url: string,
  { token }: { token: string },
  name: 'deskStartReview' | 'deskPassQualification' | 'deskRequestInformation',
  input: object,
) {
  const answer = await fetch(url + endpoints[name].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [LOGIN_HEADER]: token },
    body: JSON.stringify(input),
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
}

const viewports = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

for (const language of ['en', 'pl'])
  test(`the main content is above the fold of phones and laptops (${language})`, async ({
    page,
    portal,
  }) => {
    const { owner } = await seedPersonas(portal.url);
    await enterAs(page, portal.url, owner);
    await page
      .context()
      .addCookies([{ name: cookieNames.language, value: language, url: portal.url }]);
    // Element to check by state: the button of the next step, or the text about the date.
    const places = {
      'qualification.informationRequired': 'a.mantine-Button-root',
      'dataRequest.awaited': 'a.mantine-Button-root',
      'dataRequest.underReview': 'h2 + p',
      approved: 'button.mantine-Button-root',
      'terminated.byHolder': 'h2 + p',
    };
    for (const [state, place] of Object.entries(places)) {
      await page.goto(portal.url + addressOf(owner, `${PAGE}/{${state}}`));
      for (const viewport of viewports) {
        await page.setViewportSize(viewport);
        const box = await page.locator(`article section ${place}`).first().boundingBox();
        const bottom = (box?.y ?? Number.NaN) + (box?.height ?? 0);
        expect(bottom, `${state} at ${viewport.width} px`).toBeLessThanOrEqual(viewport.height);
      }
    }
  });

test('an open application shows changes without moving content or losing input', async ({
  page,
  portal,
}) => {
  const { owner, reviewer } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  const address = addressOf(owner, `${PAGE}/{dataRequest.underReview}`);
  await page.goto(portal.url + address);
  await page.getByRole('button', { name: 'Tell us of a complaint or dispute' }).click();
  const field = page.locator('#disputes').getByRole('textbox').first();
  await field.fill('The data are late.');
  const before = await field.boundingBox();

  const number = address.split('/').at(-1) ?? '';
  await ask(portal.url, reviewer, 'deskRequestInformation', {
    applicationNumber: number,
    revision: 3,
    items: [],
    text: 'Please add the second page.',
    dueOn: '2099-01-31',
  });
  await page.clock.fastForward(31_000);
  await expect(page.getByText('Please add the second page.').first()).toBeAttached();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('The data are late.');
  // Browsers round the offset that they keep.
  const moved = ((await field.boundingBox())?.y ?? Number.NaN) - (before?.y ?? 0);
  expect(Math.abs(moved)).toBeLessThan(2);
});

test('an application and a data request take few inputs, clicks and screens from the first page on', {
  tag: ['@1-public-sector', '@3-public-form'],
}, async ({ browser, portal }) => {
  const [owner, agent, body] = ['new@example.eu', 'agent@example.com', 'body@example.eu'];
  const [file = ''] = (await driveFiles(portal.dataDir)).slice(-1);
  for (const account of [[owner], [agent, '--on-behalf-of', owner]])
    portal.importDrive(
      ...['--file', file, '--vin', 'VF1ACVYB012345678', '--name', 'Twizy of the test'],
      ...['--profile', 'twizy', '--timezone', 'Africa/Casablanca', '--account', ...account],
    );
  const counted = async (
    email: string,
    view: string,
    apply: (page: Page) => Promise<void>,
    later?: (page: Page) => Promise<void>,
  ) => {
    const page = await anotherPage(browser);
    const count = await countSteps(page);
    await page.goto(portal.url);
    await page.getByRole('link', { name: view }).click();
    await signIn(page, portal, email);
    await apply(page);
    await page.getByLabel(/I accept the user agreement/).check();
    await page.getByRole('button', { name: /^Send the (application|request)$/ }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: /is (filed|received)$/ }),
    ).toBeVisible();
    const filed = await count();
    await later?.(page);
    await page.context().close();
    return { filed, sent: await count() };
  };

  const ofOwner = await counted(
    owner,
    'View my applications',
    async (page) => {
      await page.getByRole('link', { name: 'Ask for its data' }).click();
      await upload(page, ['registration.png']);
      await next(page);
      await fillUser(page);
      await next(page);
      await expect(page.getByText('I use them myself')).toBeVisible();
    },
    async (page) => {
      const { reviewer } = await seedPersonas(portal.url);
      const number = numberOf(page);
      for (const [revision, call] of (
        ['deskStartReview', 'deskPassQualification'] as const
      ).entries())
        await ask(portal.url, reviewer, call, { applicationNumber: number, revision });
      const [, path = ''] = await portal.mailed(
        owner,
        /in the portal: \S+?(\/home\/\S+\/data-request)/,
      );
      await page.goto(portal.url + path);
      await page.getByRole('button', { name: 'Send the data request' }).click();
      await expect(page.getByRole('heading', { name: 'Your data request is sent' })).toBeVisible();
    },
  );
  const ofThirdParty = await counted(agent, 'View my applications', async (page) => {
    await page.getByRole('link', { name: 'Ask for its data' }).click();
    await upload(page, ['consent.png']);
    await next(page);
    await fillUser(page, 'PL');
    await next(page);
    await page.getByLabel('Purpose of use').selectOption('insurance');
    await page.getByLabel('Full name of the third party').fill('Insure SA');
    await page.getByLabel('Location of the third party').fill('Lyon, France');
    await upload(page, ['agreement.png'], 1);
    await next(page);
  });
  const ofPublicBody = await counted(body, 'View the request form', async (page) => {
    const type = async (...names: string[]) => {
      for (const name of names)
        await page.getByRole('textbox', { name, exact: true }).fill('Stated');
    };
    const goOn = async () => {
      await expectAccessible(page);
      await next(page);
    };
    await type('Department name');
    await page.getByLabel('Telephone').fill('+32 2 123 45 67');
    await page.getByLabel(/Task in the public interest/).check();
    await type('Legal provision', 'Exceptional need');
    await goOn();
    await type('Data request');
    await page.getByLabel('Start time').fill('2026-01-01T11:11');
    await page.getByLabel('End time').fill('2026-07-07T11:11');
    await page.getByLabel('Battery and charging').check();
    await type('Scope of the data request', 'Granularity, volume and frequency');
    await type('Why this data holder');
    await goOn();
    await type('Data purpose', 'Intended use and duration', 'Safeguards', 'Expected erasure');
    await goOn();
    await type('Penalties', 'Data coordinator', 'Publication');
    await goOn();
    await page.getByLabel('Needed by').fill(`${new Date().getFullYear() + 1}-02-01`);
    await page.getByLabel('Preferred reception method').selectOption('portalDownload');
    await upload(page, ['mandate.png']);
    await goOn();
  });
  expect(ofOwner).toEqual({
    filed: { inputs: 12, clicks: 7, screens: 7 },
    sent: { inputs: 12, clicks: 8, screens: 8 },
  });
  expect(ofThirdParty.filed).toEqual({ inputs: 17, clicks: 8, screens: 8 });
  expect(ofPublicBody.filed).toEqual({ inputs: 26, clicks: 9, screens: 9 });
});
