import { expect, type Page } from '@playwright/test';
import { languageCodes } from '#contract/languages.ts';
import { cookieNames } from '#contract/limits.ts';
import { addressOf, enterAs, seedPersonas } from './personas.ts';
import { test } from './portal.ts';

/** An entry of the browser's Layout Instability API, which TypeScript does not declare. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

for (const [device, width] of [
  ['phone', 412],
  ['desktop', 1440],
] as const)
  test(`the layout does not shift while a page loads on a ${device}, and the cookie banner is there at once`, async ({
    page,
    portal,
  }) => {
    await page.setViewportSize({ width, height: 823 });
    // The font loads late on a slow connection or a busy machine.
    await page.route(/\.woff2$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.addInitScript(() => {
      const shifts: object[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as LayoutShift[])
          shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 60)) });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const expectStill = async (address: string) => {
      // Loaded last: parts of the demonstration, and the parts of public pages that need scripts.
      await page.waitForLoadState('networkidle');
      await expect(page.locator('[data-loading]')).toHaveCount(0);
      const shifts: LayoutShift[] = await page.evaluate(() => Reflect.get(window, 'shifts'));
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      // Half of what Web Vitals call good. The change to the loaded font alone takes up to 0.03.
      expect(sum, `${address}: ${JSON.stringify(shifts)}`).toBeLessThan(0.05);
    };
    for (const address of ['/role', '/login', '/right/other-entities']) {
      await page.goto(portal.url + address);
      await expect(page.getByRole('button', { name: 'Only necessary cookies' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectStill(address);
    }

    // Data of the account loads after the page: the rows of a list and the account menu.
    const { owner, reviewer } = await seedPersonas(portal.url);
    await enterAs(page, portal.url, owner);
    const list = '/home/data-acquisition';
    const details = `${list}/applications/${owner.applications[0]?.number}`;
    for (const address of ['/login', list, details]) {
      await page.goto(portal.url + address);
      await expect(page.getByRole('main').getByText(/VD-/).first()).toBeVisible();
      await expectStill(address);
    }
    await enterAs(page, portal.url, reviewer);
    await page.goto(`${portal.url}/desk`);
    await expect(page.getByRole('main').getByText(/VD-/).first()).toBeVisible();
    await expectStill('/desk');
  });

test('the lead text of the first page is above the drawn road in every language', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const language of languageCodes) {
    await page
      .context()
      .addCookies([{ name: cookieNames.language, value: language, url: portal.url }]);
    await page.goto(`${portal.url}/role`);
    const road = await page.locator('main svg > path[fill="#062a30"]').boundingBox();
    const lead = await page.locator('main h1 + div').boundingBox();
    expect((lead?.y ?? 0) + (lead?.height ?? 0), language).toBeLessThanOrEqual(road?.y ?? 0);
  }
});

test('on a phone «New application» comes first and has the full width', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  await page.goto(`${portal.url}/home/data-acquisition`);
  const button = await page.getByRole('link', { name: 'New application' }).boundingBox();
  const link = await page
    .getByRole('link', { name: 'Request of a public sector body' })
    .boundingBox();
  expect(button?.width).toBeGreaterThan(340);
  expect(button?.y).toBeLessThan(link?.y ?? 0);
});

test('forced colours underline the current tab; on paper there are no buttons', async ({
  page,
  portal,
}) => {
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  await page.goto(`${portal.url}/home/data-acquisition/approved`);
  const lines = () =>
    page
      .locator('.tabs a')
      .evaluateAll((tabs) =>
        tabs
          .filter((tab) => getComputedStyle(tab).textDecorationLine === 'underline')
          .map((tab) => tab.getAttribute('aria-current')),
      );
  await page.locator('.tabs a[aria-current]').waitFor();
  expect(await lines()).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await lines()).toEqual(['page']);
  const buttons = page.locator(':is(button, a.mantine-Button-root):visible');
  await expect(buttons).not.toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(buttons).toHaveCount(0);
});

test('on paper, every section of an application has content', async ({ page, portal }) => {
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  for (const state of ['{approved}', '{terminated.byHolder}']) {
    await page.goto(`${portal.url}/home/data-acquisition/applications/${addressOf(owner, state)}`);
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    const empty = await page
      .locator('main section:visible')
      .evaluateAll((sections) =>
        sections
          .map((section) => (section as HTMLElement).innerText.trim())
          .filter((text) => !text.includes('\n')),
      );
    expect(empty).toEqual([]);
    await page.emulateMedia({ media: null });
  }
});

/** Delays requests for files until the returned function is called. */
async function holdFiles(page: Page, files: RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

for (const opened of ['by a link', 'by its address'])
  test(`a loading indicator is shown until the script of a page that is opened ${opened} is loaded`, {
    tag: ['@2-loading'],
  }, async ({ page, portal }) => {
    const { owner } = await seedPersonas(portal.url);
    await enterAs(page, portal.url, owner);
    const release = await holdFiles(page, /\/assets\/(customer|sessions)-page-.*\.js/);
    if (opened === 'by a link') {
      await page.goto(`${portal.url}/login`);
      await page.getByRole('link', { name: 'Your rights' }).click();
    } else await page.goto(`${portal.url}/home/sessions`, { waitUntil: 'commit' });
    await expect(page.getByText('Loading…')).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    release();
    await expect(page.getByText('Loading…')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

test('an indicator is shown until the main script is loaded, on a line that stalls', {
  tag: ['@2-loading'],
}, async ({ page, portal }) => {
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  const release = await holdFiles(page, /\/assets\/(index|src)-.*\.js/);
  // `goto` would wait until the page is rendered.
  const opened = page.goto(`${portal.url}/home/sessions`, { waitUntil: 'commit' });
  const indicator = () =>
    page.evaluate(() => {
      const root = document.getElementById('root');
      if (!root) return false;
      const { content, width, opacity } = getComputedStyle(root, '::before');
      return content === '""' && Number.parseFloat(width) > 100 && opacity === '1';
    });
  await page.waitForURL('**/home/sessions', { waitUntil: 'commit' });
  await expect.poll(indicator).toBe(true);
  release();
  await opened;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await indicator()).toBe(false);
});
