import { expect, type Page } from '@playwright/test';
import { codes } from '#contract/codes.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import type { Persona } from '#demo/testing/personas.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { insertApplications } from '#tests/bench/many-applications.ts';
import { violationsOf } from './axe.ts';
import { enterAs, seedPersonas } from './personas.ts';
import { test } from './portal.ts';
import { callsOf } from './settled.ts';
import { expectWhole } from './whole-texts.ts';

type Queue = DataOf<typeof endpoints.deskQueue>;

// The queue of a data holder with 20,000 applications, in a portal that no other file uses.
test.use({ settings: { MODE: 'test', TIME_ZONE: 'Europe/Warsaw' } });
test.describe.configure({ mode: 'serial' });

const APPLICATIONS = 20_000;
const wide = { width: 1440, height: 900 };

let personas: Record<Persona['role'], Persona>;
test.beforeAll(async ({ portal }) => {
  test.setTimeout(300_000);
  personas = await seedPersonas(portal.url);
  await portal.killed(async () => {
    const store = openStore({ dataDir: portal.dataDir });
    await insertApplications(store, APPLICATIONS, Date.now());
    await store.close();
  });
});

async function openQueue(page: Page, url: string, search = '') {
  await enterAs(page, url, personas.reviewer);
  const settled = callsOf(page);
  await page.goto(`${url}/desk${search}`);
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await settled();
}

/** Changes the queue in all further answers of the server. */
const change = (page: Page, changed: (queue: Queue) => Queue) =>
  page.route(`**${endpoints.deskQueue.path}`, async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = await response.json();
    await route.fulfill({ response, json: { ...envelope, data: changed(data) } });
  });

/** Returns the account id of the reviewer. */
async function idOf(page: Page, url: string): Promise<string> {
  const answer = await page.request.get(`${url}${endpoints.staffList.path}`, {
    headers: { [LOGIN_HEADER]: personas.lead.token },
  });
  const { data: people } = (await answer.json()) as { data: DataOf<typeof endpoints.staffList> };
  return people.find(({ email }) => email === personas.reviewer.email)?.id ?? '';
}

/** Dispatches the event of a tab that is shown again. */
const focusTab = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Rows that are completely inside the window. */
const rowsInSight = (page: Page) =>
  page.locator('tbody tr').evaluateAll((rows) => {
    const isWhole = (row: Element) => row.getBoundingClientRect().bottom <= innerHeight;
    return rows.filter(isWhole).length;
  });

test('15 rows of one line are visible at once, and 12 while rows are selected', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(wide);
  for (const search of ['', '?turn=all', '?turn=nobody', '?turn=requester&sort=-filed']) {
    await openQueue(page, portal.url, search);
    const rows = page.locator('tbody tr');
    expect((await rows.first().boundingBox())?.y, search).toBeLessThanOrEqual(400);
    expect(await rowsInSight(page), search).toBe(15);
    const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
    expect(Math.max(...heights), search).toBeLessThanOrEqual(40);
    await expect(rows.nth(1).locator('> *').first()).toHaveCSS('border-top-width', '1px');
    await rows.first().getByRole('checkbox').check();
    await expect(page.getByText('1 application selected')).toBeVisible();
    expect(await rowsInSight(page), search).toBeGreaterThanOrEqual(12);
  }
  await expect(page.getByText(/^1 to 15 of [\d,]{5,}$/)).toBeVisible();
  const counts = page.getByRole('navigation', { name: 'Applications per state' }).locator('li');
  const tops = await counts.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().y));
  expect(new Set(tops).size).toBe(1);
  expect(await violationsOf(page)).toEqual([]);
});

test('the views are a column from 1200 px on and otherwise one line, each with its count', async ({
  page,
  portal,
}) => {
  await openQueue(page, portal.url);
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: /^All [\d,]{6}$/ })).toBeVisible();
  await expect(views.getByRole('link', { name: '·' })).toHaveCount(0);
  const places = () =>
    views
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect()));
  const distinct = (values: readonly number[]) => new Set(values.map(Math.round)).size;
  for (const width of [1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(distinct((await places()).map(({ x }) => x)), `columns at ${width}`).toBe(1);
  }
  for (const width of [390, 768, 1199]) {
    await page.setViewportSize({ width, height: 900 });
    expect(distinct((await places()).map(({ y }) => y)), `lines at ${width}`).toBe(1);
  }
  // The table has the whole width.
  await page.setViewportSize({ width: 1024, height: 768 });
  const row = page.getByRole('row').nth(1);
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(40);
});

test('the navigation of the desk is one line at 390 px', async ({ page, portal }) => {
  await openQueue(page, portal.url);
  await page.setViewportSize({ width: 390, height: 800 });
  const links = page.getByRole('navigation', { name: 'Desk', exact: true }).getByRole('link');
  expect(await links.count()).toBeGreaterThan(5);
  const boxes = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect()));
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
  expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThan(48);
});

test('a tab that is shown again marks changes by colleagues, and keeps the selection', async ({
  page,
  portal,
}) => {
  const asLead = async (path: string, data: object) => {
    const headers = { [LOGIN_HEADER]: personas.lead.token };
    const answer = await page.request.post(`${portal.url}${path}`, { headers, data });
    expect(await answer.json()).toMatchObject({ code: codes.ok });
  };
  await page.setViewportSize(wide);
  // Applications of the personas, which have real application numbers.
  await openQueue(page, portal.url, '?search=persona-owner');
  const rows = page.locator('tbody tr');
  const [first = '', second = ''] = await rows.getByRole('link').allTextContents();
  const shown = rows.filter({ hasText: first });
  await rows.nth(2).getByRole('checkbox').check();
  await expect(page.getByText('Changed', { exact: true })).toHaveCount(0);
  const to = await idOf(page, portal.url);
  await asLead(endpoints.deskTake.path, { applicationNumber: second });
  await asLead(endpoints.deskHandOver.path, { applicationNumber: first, to });
  const answered = page.waitForResponse(`**${endpoints.deskQueue.path}`);
  // Before the next automatic refetch.
  await focusTab(page);
  await answered;
  const handedOver = shown.getByText('Handed over to you by persona-lead');
  await expect(handedOver).toBeVisible();
  expect((await handedOver.boundingBox())?.width).toBeGreaterThan(100);
  expect((await shown.boundingBox())?.height).toBeLessThan(48);
  await expect(rows.filter({ hasText: second }).getByText('Changed')).toBeVisible();
  await expect(rows.nth(2).getByRole('checkbox')).toBeChecked();
  expect(await violationsOf(page)).toEqual([]);
});

test('ended applications say how they ended', async ({ page, portal }) => {
  await page.setViewportSize(wide);
  await change(page, (queue) => ({
    ...queue,
    items: queue.items.map((item, index) => ({
      ...item,
      outcome: (['refused', 'lapsed', 'sharingEnded', 'withdrawn'] as const)[index % 4] ?? null,
    })),
  }));
  await openQueue(page, portal.url, '?turn=nobody');
  for (const outcome of ['Refused', 'Lapsed', 'Sharing ended', 'Withdrawn by the requester'])
    await expect(page.locator('tbody').getByText(outcome).first()).toBeVisible();
});

for (const locale of ['en', 'pl', 'zh'])
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('an application that was handed over names the colleague, also with a long name', async ({
      page,
      portal,
    }) => {
      const name = 'maria-magdalena.wisniewska-kowalczykowska';
      const me = await idOf(page, portal.url);
      const email = `${name}@example.eu`;
      await change(page, (queue) => ({
        ...queue,
        items: queue.items.map((item) => ({
          ...item,
          assignee: { id: me, email: personas.reviewer.email },
          previousAssignee: { id: 'giver', email },
        })),
      }));
      await openQueue(page, portal.url);
      const tags = page.locator('tbody [title]', { hasText: name });
      await page.getByRole('banner').evaluate((header) => header.setAttribute('hidden', ''));
      for (const width of [390, 768, 1024, 1200, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(tags).toHaveCount(15);
        await expectWhole(page);
        const row = await page.locator('tbody tr').first().boundingBox();
        if (width > 1000) expect(row?.height, `at ${width}`).toBeLessThanOrEqual(48);
      }
    });

    test('a long name of a requester is readable at 1440 px', async ({ page, portal }) => {
      const names = ['Konstanty Błaszczykiewicz', 'Katarzyna Wojciechowska'];
      await change(page, (queue) => ({
        ...queue,
        items: queue.items.map((item, index) => ({
          ...item,
          requesterName: names[index % names.length] as string,
          userName: null,
          isAnswered: true,
        })),
      }));
      await page.setViewportSize(wide);
      await openQueue(page, portal.url);
      const cells = page.locator('tbody [title]', { hasText: /Błaszczyk|Wojciech/ });
      await expect(cells).toHaveCount(15);
      const cut = await cells.evaluateAll((all) =>
        all
          .filter((each) => each.scrollHeight > each.clientHeight + 1)
          .map((each) => each.textContent),
      );
      expect(cut).toEqual([]);
      expect((await page.locator('tbody tr').first().boundingBox())?.y).toBeLessThanOrEqual(400);
      expect(await rowsInSight(page)).toBe(15);
    });

    test('nothing is cut off at any width', async ({ page, portal }) => {
      await openQueue(page, portal.url, '?turn=all');
      // The header truncates long addresses intentionally.
      await page.getByRole('banner').evaluate((header) => header.setAttribute('hidden', ''));
      for (const width of [390, 768, 1024, 1200, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectWhole(page);
      }
      expect(await violationsOf(page)).toEqual([]);
    });
  });
