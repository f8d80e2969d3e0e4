import { expect, type Page } from '@playwright/test';
import { enterAs, seedPersonas } from './personas.ts';
import { expectAccessible, test } from './portal.ts';
import { upload } from './steps.ts';

const LIST = '/home/data-acquisition';

test.use({ settings: { MODE: 'test' } });

/** What a row offers in each state, besides what every row offers. */
const actions = {
  'qualification.submitted': ['Submitted', 'Terminate'],
  'qualification.underReview': ['Qualification under review', 'Terminate'],
  'qualification.informationRequired': [
    'Information to be added',
    'Supplementary information',
    'Terminate',
  ],
  'dataRequest.awaited': ['Data application pending', 'Request data', 'Terminate'],
  'dataRequest.underReview': ['Data under review', 'Terminate'],
  'dataRequest.informationRequired': [
    'Information to be added',
    'Supplementary information',
    'Terminate',
  ],
  approved: ['Review passed', 'Download data'],
  'terminated.byRequester': ['Terminated'],
  'terminated.byHolder': ['Terminated'],
} as const;
const always = ['History', 'Owner information', 'Vehicle information'];

const lists = {
  'qualification-review': ['Qualification review', /^qualification\./],
  'data-application': ['Data application', /^dataRequest\./],
  approved: ['Approved', /^approved$/],
  termination: ['Termination', /^terminated\./],
} as const;

const rowOf = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });

test('a row shows its state and offers what the state allows, and nothing else', async ({
  page,
  portal,
}) => {
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  await page.goto(portal.url + LIST);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Order number',
    'Application time',
    'Purpose of use',
    'Processing status',
    'Operate',
  ]);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0);
  for (const { number, state } of owner.applications) {
    const [label, ...offered] = actions[state];
    const row = rowOf(page, number);
    await expect(row).toContainText(label);
    const shown = await row.getByRole('listitem').allInnerTexts();
    expect(shown.toSorted(), state).toEqual([...offered, ...always].toSorted());
  }
});

test('each of the four lists has its breadcrumb and the applications of its states', async ({
  page,
  portal,
}) => {
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  for (const [path, [title, states]] of Object.entries(lists)) {
    await page.goto(`${portal.url}${LIST}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(title);
    for (const { number, state } of owner.applications) {
      const isHere = states.test(state);
      await expect(rowOf(page, number), `${state} in ${title}`).toHaveCount(isHere ? 1 : 0);
    }
  }
});

test('«no data» says what to do; on a phone nothing scrolls sideways', async ({ page, portal }) => {
  const { reviewer } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, reviewer);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(portal.url + LIST);
  await expect(page.getByText('No data')).toBeVisible();
  await expect(page.getByText('Begin with a new application.')).toBeVisible();
  await expectAccessible(page);
});

test('the details tell owner, vehicle, application, data request and history', async ({
  page,
  portal,
}) => {
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  const number = owner.applications.find(({ state }) => state === 'approved')?.number;
  await page.goto(`${portal.url}${LIST}/applications/${number}`);
  for (const id of ['owner', 'vehicle', 'history', 'report'])
    await expect(page.locator(`#${id}`)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Progress' }).getByRole('listitem')).toHaveText([
    /^Submitted/,
    /^Qualification review/,
    /^Your data request/,
    /^Data review/,
    /^Data ready/,
  ]);
  await expect(page.locator('#owner')).toContainText('Anna');
  await expect(page.locator('#vehicle')).toContainText('Car of a persona');
  await page.goto(`${portal.url}${LIST}/applications/${number}#history`);
  await expect(page.locator('#history')).toBeFocused();
});

test('what was asked for is supplied, in either stage', async ({ page, portal }) => {
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  for (const [state, after] of [
    ['qualification.informationRequired', 'Qualification under review'],
    ['dataRequest.informationRequired', 'Data under review'],
  ] as const) {
    const number = owner.applications.find((one) => one.state === state)?.number ?? '';
    await page.goto(portal.url + LIST);
    await rowOf(page, number).getByRole('link', { name: 'Supplementary information' }).click();
    await expect(page.getByText('Please add page 2.')).toBeVisible();
    await page.getByRole('textbox').last().fill('Here it is.');
    await upload(page, ['page-2.png']);
    await page.locator('form button[type=submit]').click();
    await expect(page).toHaveURL(`${portal.url}${LIST}/applications/${number}`);
    await expect(page.locator('#history li').first()).toContainText('Here it is.');
    await page.goto(portal.url + LIST);
    await expect(rowOf(page, number)).toContainText(after);
  }
});

test('a public sector body files its request, is refused personal data, and follows it', async ({
  page,
  portal,
}) => {
  const { publicSector } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, publicSector);
  await page.goto(`${portal.url}${LIST}/public-sector`);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Send the request' }).click();
  const summary = page.getByRole('region', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  for (const prompt of [
    'Enter the department name',
    'Enter the telephone number',
    'Choose the type of request',
    'State which data you need',
    'State the scope of the data request',
    'State the data purpose',
    'Choose the preferred reception method',
    'Upload the related materials',
  ])
    await expect(summary).toContainText(prompt);

  await page.getByLabel('Department name').fill('Road Safety Authority');
  await page.getByLabel('Telephone').fill('+32 2 123 45 67');
  await page.getByLabel(/Task in the public interest/).check();
  await expect(page.getByText('you can request non-personal data only')).toBeVisible();
  await expect(page.getByLabel('Location', { exact: true })).toBeDisabled();
  for (const name of [
    'Legal provision',
    'Exceptional need',
    'Data request',
    'Scope of the data request',
    'Why this data holder',
    'Data purpose',
    'Intended use and duration',
    'Safeguards',
    'Expected erasure',
  ])
    await page.getByRole('textbox', { name, exact: true }).fill(`${name}, stated`);
  await page.getByLabel('Start time').fill('2026-01-01T00:00');
  await page.getByLabel('End time').fill('2026-07-01T00:00');
  await page.getByLabel('Battery and charging').check();
  await page.getByLabel('Day').fill('1');
  await page.getByLabel('Month').fill('2');
  await page.getByLabel('Year').fill('2027');
  await page.getByLabel('Preferred reception method').selectOption('portalDownload');
  await upload(page, ['mandate.png']);
  await page.getByRole('button', { name: 'Send the request' }).click();

  await expect(page).toHaveURL(/public-sector\/status\?number=VD-/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your request is received');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0);
  await expect(page.getByText('within 30 working days of receipt')).toBeVisible();
  await page.getByRole('link', { name: 'See the request' }).click();
  await expect(page.getByText('Road Safety Authority')).toBeVisible();
  await expect(page.getByText('mandate.png')).toBeVisible();
});

test('the cookies last as long as they should; the root’s font grows with the screen', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal.url}/role`);
  await page.getByRole('button', { name: 'Allow functional cookies' }).click();
  await page.getByRole('combobox').last().selectOption('es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  const cookies = await page.context().cookies();
  const minutes = Object.fromEntries(
    cookies.map(({ name, expires }) => [name, Math.round((expires - Date.now() / 1000) / 60)]),
  );
  const YEAR = 365 * 24 * 60;
  expect(minutes).toEqual({ 'cookie-consent': YEAR, language: YEAR, 'session-id': 30 });

  const sizes: Record<number, string> = {};
  for (const width of [374, 375, 1023, 1024, 1200, 1440, 1900]) {
    await page.setViewportSize({ width, height: 800 });
    sizes[width] = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  }
  const share = (percent: number) => `${(16 * percent) / 100}px`;
  expect(sizes).toEqual({
    374: share(100),
    375: share(110),
    1023: share(110),
    1024: share(120),
    1200: share(130),
    1440: share(140),
    1900: share(170),
  });
});
