import { expect, type Page } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { liveCalls } from '#contract/live/calls.ts';
import { violationsOf } from './axe.ts';
import { test } from './portal.ts';

/** Rules that Swagger UI itself violates, with its own colours, headings and roles. */
const brokenByLibrary =
  /^((color-contrast|heading-order|nested-interactive|region|target-size): .*class=")/;

/**
 * Scrolls from the top to the end; returns the paths of the calls rendered so far. The page
 * renders only visible calls, and late on a busy machine.
 */
async function readToTheEnd(page: Page, met: Set<string>): Promise<string[]> {
  const shown = page.locator('.opblock-summary-path');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(shown.first()).toBeVisible();
  for (let isAtEnd = false; !isAtEnd; ) {
    const paths = await shown.evaluateAll((each) =>
      each.map((path) => path.getAttribute('data-path') ?? ''),
    );
    for (const path of paths) met.add(path);
    isAtEnd = await page.evaluate(() => {
      const { scrollHeight } = document.documentElement;
      window.scrollBy(0, innerHeight / 2);
      return scrollY + innerHeight >= scrollHeight - 1;
    });
  }
  return [...met].sort();
}

test('the documentation shows every call with fields and errors, and requests nothing from other origins', async ({
  page,
  portal,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(portal.url)) foreign.push(request.url());
  });
  // The page is large, so its script may take long.
  page.setDefaultTimeout(90_000);
  await page.goto(`${portal.url}/server/docs#/desk/deskRefuse`);
  await expect(page).toHaveTitle('Vehicle data access: calls');
  const call = page.locator('.opblock').filter({ hasText: endpoints.deskRefuse.path });
  await expect(call).toContainText('"ground"');
  await expect(call.getByText('notFound (404)')).toBeVisible();
  const paths = new Set(Object.values(endpoints).map(({ path }) => path));
  const met = new Set<string>();
  await expect.poll(() => readToTheEnd(page, met)).toEqual([...paths].sort());

  await page.goto(`${portal.url}/server/docs/live`);
  const latest = page.locator('.opblock').filter({ hasText: liveCalls.latest.path });
  await expect(latest).toBeVisible();
  for (const name of ['Two minutes to the first value', 'Recipes', 'Home Assistant'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(foreign).toEqual([]);
  const violations = await violationsOf(page);
  expect(violations.filter((each) => !brokenByLibrary.test(each))).toEqual([]);
});
