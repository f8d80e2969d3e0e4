import { expect } from '@playwright/test';
import { addressOf, enterAs, seedPersonas } from './personas.ts';
import { test } from './portal.ts';

test('no message covers the field that has the focus', {
  tag: ['@9-messages'],
}, async ({ page, portal }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  await page.goto(`${portal.url}/home/data-acquisition/approved`);
  for (const text of [
    'The report is not there yet, so nothing can be fetched now.',
    'Wait a little.',
  ]) {
    await page.route('**/common/report?*', (route) =>
      route.fulfill({ status: 409, json: { code: 40903, message: text, data: null } }),
    );
    await page.getByRole('button', { name: 'Download data' }).first().click();
    await expect(page.getByRole('alert')).toContainText(text);
  }
  await page.getByRole('link', { name: 'New application' }).click();
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  // Messages stay while the pointer is over them.
  await page.getByRole('alert').hover();
  const covered: string[] = [];
  const reached: string[] = [];
  while (!reached.at(-1)?.includes('Continue')) {
    await page.keyboard.press('Tab');
    const { name, isCovered } = await page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
      const focused = document.activeElement as HTMLElement;
      const over = document.querySelector('[role=alert]')?.getBoundingClientRect() as DOMRect;
      const { top, bottom } = focused.getBoundingClientRect();
      return {
        name: focused.id || (focused.textContent ?? ''),
        isCovered: over.height > 50 && bottom > over.top && top < over.bottom,
      };
    });
    reached.push(name);
    if (isCovered) covered.push(name);
  }
  expect(reached).toContain('field-vehicle.proof');
  expect(covered).toEqual([]);
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveCount(2);
});

test('a notice covers no content of a narrow page', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  await page.goto(
    `${portal.url}/home/data-acquisition/applications/${addressOf(owner, '{approved}')}`,
  );
  await page.context().grantPermissions(['clipboard-write']);
  await page.getByRole('button', { name: 'Copy number' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'The number is copied.' });
  const box = await notice.boundingBox();
  const content = await page.getByRole('main').boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(content?.y ?? 0);
});

test('a problem that takes two lines has its marker at the first', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { publicSector } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, publicSector);
  await page.goto(`${portal.url}/home/data-acquisition/public-sector/use`);
  await page.getByRole('button', { name: 'Continue' }).click();
  const problem = page.getByRole('link', { name: 'State when the data are expected to be erased' });
  const { lines, marker } = await problem.evaluate((link) => {
    const text = document.createRange();
    text.selectNodeContents(link);
    const lines = [...new Set([...text.getClientRects()].map(({ bottom }) => bottom))];
    // The marker shares the baseline of a character before the link. The character has no width, so
    // that the link stays beside it; an element would change the link's style as an only child.
    const character = document.createTextNode('\u2060');
    link.before(character);
    text.selectNode(character);
    return { lines, marker: text.getBoundingClientRect().bottom };
  });
  expect(lines).toHaveLength(2);
  expect(Math.abs(marker - (lines[0] ?? 0))).toBeLessThan(4);
});

test('a warning is shown if cookies are disabled', { tag: ['@8-cookies-off'] }, async ({
  page,
  portal,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
  );
  await page.goto(`${portal.url}/role`);
  await expect(page.getByRole('alert').filter({ hasText: 'Cookies are disabled' })).toContainText(
    'Enable them, or the site cannot be used normally.',
  );
});

test('a change of language requires functional cookies, as a dialog in the chosen language says', {
  tag: ['@1-language-cookie', '@2-policies', '@8-consent'],
}, async ({ page, portal }) => {
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
  const asked = Promise.withResolvers<void>();
  await page.route('**/cookieRecord', async (route) => {
    await asked.promise;
    await route.continue();
  });
  const listed = Promise.withResolvers<void>();
  await page.route('**/cookieList', async (route) => {
    await listed.promise;
    await route.continue();
  });
  await page.goto(`${portal.url}/role`);
  await page.getByRole('button', { name: 'Only necessary cookies' }).click();
  const language = page.getByRole('combobox').last();
  // The page waits until the cookie choice is recorded.
  await language.selectOption('pl');
  await expect(language).toHaveValue('en');
  asked.resolve();
  const settings = page.getByRole('dialog');
  await expect(settings.getByText('Aby zmienić język')).toBeVisible();
  const height = async () => (await settings.boundingBox())?.height;
  const opened = await height();
  listed.resolve();
  await expect(settings.getByText('session-id')).toHaveCount(1);
  expect(await height()).toBe(opened);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');

  await settings.getByLabel('Funkcjonalne pliki cookie').check();
  await settings.getByRole('button', { name: 'Zapisz ustawienia' }).click();
  await expect(settings).toBeHidden();
  // The language that was chosen before is applied now.
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  expect(await cookies()).toContain('language');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');

  await page.getByRole('button', { name: 'Ustawienia plików cookie' }).click();
  await settings.locator('input[type=checkbox]').last().uncheck();
  await settings.getByRole('button', { name: 'Zapisz' }).click();
  await expect.poll(cookies).not.toContain('language');
});

test('the policies are in the language of the page, also after it changes', {
  tag: ['@2-policies', '@3-texts', '@7-headers', '@7-agreement'],
}, async ({ page, portal }) => {
  await page
    .context()
    .addCookies([{ name: 'cookie-consent', value: 'functional.test', url: portal.url }]);
  await page.goto(`${portal.url}/policy/privacy`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy');
  const asked = page.waitForRequest('**/common/agreement');
  await page.getByRole('combobox').last().selectOption('fr');
  expect((await asked).headers()['accept-language']).toBe('fr');
  expect((await asked).postDataJSON()).toEqual({ type: 'SendCaptcha' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/confidentialité/);
});
