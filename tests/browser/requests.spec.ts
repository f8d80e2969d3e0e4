import { expect } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { enterAs, seedPersonas } from './personas.ts';
import { expectAccessible, test } from './portal.ts';

const LIST = '/home/data-acquisition';

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
  // The menu is visible before it has the focus.
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible();
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
