import { expect, type Page } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { keyboardOf } from './keyboard.ts';
import { enterAs, seedPersonas } from './personas.ts';
import { expectAccessible, ownPortal, test } from './portal.ts';
import { picture } from './steps.ts';
import { testControls } from './walks/test-controls.ts';
import { expectGood } from './widths.ts';

const LIST = '/home/data-acquisition';
const DAY = 24 * 60 * 60_000;

test.use(ownPortal);

/** Actions of a row in each state, besides those of every row. */
const actions: Readonly<Record<string, readonly string[]>> = {
  'qualification.submitted': ['Submitted', 'Terminate'],
  'qualification.underReview': ['Qualification under review', 'Terminate'],
  'qualification.informationRequired': [
    'Information to be added',
    'Supplementary information',
    'Terminate',
  ],
  'dataRequest.awaited': ['Data application pending', 'Request data', 'Terminate'],
  'dataRequest.underReview': ['Data under review', 'Terminate'],
  'dataRequest.withheld': ['Data withheld', 'Terminate'],
  'dataRequest.informationRequired': [
    'Information to be added',
    'Supplementary information',
    'Terminate',
  ],
  approved: ['Review passed', 'Download data'],
  suspended: ['Data suspended'],
  'terminated.byRequester': ['Terminated'],
  'terminated.byHolder': ['Terminated'],
};
const always = ['History', 'Owner information', 'Vehicle information'];

const lists = {
  'qualification-review': ['Qualification review', /^qualification\./],
  'data-application': ['Data application', /^dataRequest\./],
  approved: ['Approved', /^(approved|suspended)$/],
  termination: ['Termination', /^terminated\./],
} as const;

const rowOf = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });

test('a row shows its state and offers exactly the allowed actions', {
  tag: ['@2-list', '@2-columns', '@2-row-actions', '@3-order', '@4-codes'],
}, async ({ page, portal }) => {
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
    const [label = state, ...offered] = actions[state] ?? [];
    const row = rowOf(page, number);
    await expect(row).toContainText(label);
    // Its report may still be being generated.
    if (state === 'approved')
      await expect(row.getByRole('button', { name: 'Download data' })).toBeVisible();
    const next = row.locator('td:last-child').locator('> * > a, > * > button');
    const menu = row.getByRole('button', { name: `More for ${number}` });
    await menu.click();
    await expect(row.getByRole('menuitem').first()).toBeVisible();
    const shown = [
      ...(await next.allInnerTexts()),
      ...(await row.getByRole('menuitem').allInnerTexts()),
    ];
    expect(shown.toSorted(), state).toEqual([...offered, ...always].toSorted());
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await expect(row.getByRole('menuitem')).toHaveCount(0);
  }
});

test('a menu that opens while its script loads returns the focus', async ({ page, portal }) => {
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  const pressed = Promise.withResolvers<void>();
  await page.route(/action-menu/, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.goto(portal.url + LIST);
  const menu = page.getByRole('button', { name: /^More for/ }).first();
  await menu.press('Enter');
  pressed.resolve();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test('at 1440 × 900 px nine applications, the draft and the car are visible', {
  tag: ['@2-list'],
}, async ({ page, portal }) => {
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  await page.setViewportSize({ width: 1440, height: 900 });
  const content = JSON.stringify({ values: { purpose: 'insurance' }, place: null });
  await fetch(portal.url + endpoints.draftSave.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [LOGIN_HEADER]: owner.token },
    body: JSON.stringify({ name: 'application', revision: 0, content }),
  });
  await page.goto(portal.url + LIST);
  const numbers = page.getByRole('rowheader', { name: /^VD-/ });
  await expect(page.getByRole('link', { name: 'Unfinished application' })).toBeInViewport();
  for (const nth of [0, 8]) await expect(numbers.nth(nth)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('complementary', { name: 'Your cars' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('rowheader').first()).toHaveText(/^Needs you/);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await page
      .getByRole('rowheader')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getClientRects().length));
    expect(new Set(lines), 'lines that a number takes').toEqual(new Set([1]));
    await expectAccessible(page);
  }
});

test('each of the four lists has its breadcrumb and the applications of its states', {
  tag: ['@2-qualification', '@2-data-application', '@2-approved', '@2-termination', '@4-codes'],
}, async ({ page, portal }) => {
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

test('an empty list explains itself and does not scroll sideways on a phone', {
  tag: ['@2-no-data'],
}, async ({ page, portal }) => {
  const { reviewer } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, reviewer);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(portal.url + LIST);
  await expect(page.getByText('No data')).toBeVisible();
  await expect(page.getByText('You have no applications yet.')).toBeVisible();
  await expectAccessible(page);
});

test('a public sector body files and follows its request by keyboard alone, and cannot choose personal data', {
  tag: [
    '@1-public-sector',
    '@2-public-form',
    '@2-public-status',
    '@3-public-form',
    '@5-public-prompts',
  ],
}, async ({ page, portal }) => {
  const { publicSector } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, publicSector);
  const form = `${portal.url}${LIST}/public-sector`;
  await page.goto(form);
  const { press, type, pick, tick, choose, upload: uploadBy, reach } = keyboardOf(page);
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  /** Types an instant that is valid in every order of day and month, with 12 and with 24 hours. */
  const instant = async (label: string, day: string, value: string) => {
    await reach(page.getByLabel(label));
    await page.keyboard.type(day);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('1111AM');
    await expect(page.getByLabel(label)).toHaveValue(value);
  };
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0);

  await field('Department name').focus();
  await page.keyboard.press('Enter');
  const summary = page.getByRole('region', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('Enter the telephone number');
  const sections = page.getByRole('navigation', { name: 'Sections of the request' });
  await press(sections.getByRole('link', { name: 'Check your answers' }));
  await press(page.getByRole('button', { name: 'Send the request' }));
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
  await expectAccessible(page);

  await press(page.getByRole('link', { name: 'Enter the department name' }));
  await expect(field('Department name')).toBeFocused();
  await type(field('Department name'), 'Road Safety Authority');
  await type(field('Telephone'), '+32 2 123 45 67');
  await choose(
    page.getByRole('group', { name: 'Type', exact: true }),
    page.getByLabel(/Task in the public interest/),
  );
  for (const name of ['Legal provision', 'Exceptional need']) await type(field(name), 'Stated');
  const goOn = async (title: string) => {
    await press(page.getByRole('button', { name: 'Continue', exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expectAccessible(page);
  };
  await goOn('The data');
  await expect(page.getByText('you can request non-personal data only')).toBeVisible();
  await expect(page.getByLabel('Location', { exact: true })).toBeDisabled();
  await type(field('Data request'), 'Stated');
  await instant('Start time', '01012026', '2026-01-01T11:11');
  await instant('End time', '07072026', '2026-07-07T11:11');
  await tick(page.getByLabel('Battery and charging'));
  for (const name of [
    'Scope of the data request',
    'Granularity, volume and frequency',
    'Why this data holder',
  ])
    await type(field(name), 'Stated');
  await goOn('The use');
  for (const name of [
    'Data purpose',
    'Intended use and duration',
    'Safeguards',
    'Expected erasure',
  ])
    await type(field(name), 'Stated');
  await goOn('Formal requirements');
  for (const name of ['Penalties', 'Data coordinator', 'Publication'])
    await type(field(name), 'Stated');
  await goOn('Delivery');
  const year = new Date().getFullYear() + 1;
  await pick(page.getByLabel('Needed by'), `0202${year}`, `${year}-02-02`);
  await pick(page.getByLabel('Preferred reception method'), 'Down', 'portalDownload');
  const files = page.getByRole('button', { name: 'Choose files' });
  await uploadBy(files, [picture('mandate.png')]);
  await expect(page.getByRole('listitem').filter({ hasText: 'mandate.png' })).toContainText(
    'Uploaded',
  );
  await goOn('Check your answers');
  await tick(page.getByLabel(/I accept the user agreement/));
  await press(page.getByRole('button', { name: 'Send the request' }));

  await expect(page).toHaveURL(/public-sector\/status\?number=VD-/);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Your request is received');
  await expect(title).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0);
  await expect(page.getByText('30 working days from its receipt, until')).toBeVisible();
  await press(page.getByRole('link', { name: 'See the request' }));
  await expect(page.getByRole('heading', { name: 'Requester information' })).toBeVisible();
  await expect(page.getByText('Road Safety Authority')).toBeVisible();
  await expect(page.getByText('mandate.png')).toBeVisible();

  await page.goto(form);
  await field('Department name').fill('Not sent after all');
  await page.getByRole('button', { name: 'Cancel the application' }).click();
  const prompt = page.getByRole('dialog', { name: 'Abandon the data application?' });
  await prompt.getByRole('button', { name: 'Abandon' }).click();
  await expect(title).toHaveText('My applications');
  await page.goto(form);
  await expect(field('Department name')).toHaveValue('');
});

test('cookies have the specified lifetimes, and the root font size grows with the screen', {
  tag: ['@3-cookies', '@9-cookies', '@9-font'],
}, async ({ page, portal }) => {
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

// Runs last, because it advances the clock.
test('a report that is not available offers no download and can be generated again', {
  tag: ['@2-row-actions', '@4-report'],
}, async ({ page, portal }) => {
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  const controls = testControls(portal.url);
  const number = owner.applications.find(({ state }) => state === 'approved')?.number ?? '';
  const row = rowOf(page, number);
  const download = page.getByRole('button', { name: 'Download data' });
  const lastStop = page.getByRole('list', { name: 'Progress' }).getByRole('listitem').last();
  await page.goto(portal.url + LIST);
  await expect(download).toBeVisible();

  await controls.advance(40 * DAY);
  await page.reload();
  await expect(row).toContainText('The report is no longer kept');
  await expect(download).toHaveCount(0);
  await expectGood(page);
  await row.getByRole('link', { name: number }).click();
  await expect(lastStop).toHaveText(/^Review passed/);
  await expect(download).toHaveCount(0);
  await expectGood(page);

  await controls.order('exportEmpty', 1);
  await page.goto(portal.url + LIST);
  await row.getByRole('button', { name: 'Generate again' }).press('Enter');
  await expect(page.locator('#report')).toBeFocused();
  await expect(page.getByText('There are no data for this request')).toBeVisible();
  await expect(lastStop).toHaveText(/^Review passed/);

  await page.goto(portal.url + LIST);
  await expect(row).toContainText('There are no data for this request');
  await expect(download).toHaveCount(0);
  await row.getByRole('button', { name: 'Generate again' }).click();
  await expect(page.getByText('Your data are ready')).toBeVisible();
  await expect(lastStop).toHaveText(/^Data ready/);
  await expect(download).toBeVisible();
});
