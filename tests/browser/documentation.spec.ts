import { expect, type Page } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { violationsOf } from './axe.ts';
import { test } from './portal.ts';

/** Rules Swagger UI itself breaks, wherever it is used; colours, headings and roles are its own. */
const brokenByLibrary =
  /^(color-contrast|heading-order|nested-interactive|region|target-size): .*class="/;

/** The calls’ paths that a reader meets who scrolls to the end; the page draws those in view alone. */
async function readToTheEnd(page: Page): Promise<Set<string>> {
  const met = new Set<string>();
  const shown = page.locator('.opblock-summary-path');
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
  return met;
}

test('the page of the calls shows each with its fields and refusals, and asks nobody else', async ({
  page,
  portal,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(portal.url)) foreign.push(request.url());
  });
  await page.goto(`${portal.url}/server/docs`);
  await expect(page).toHaveTitle('Vehicle data access: calls');
  const paths = new Set(Object.values(endpoints).map(({ path }) => path));
  expect([...(await readToTheEnd(page))].sort()).toEqual([...paths].sort());

  await page.goto(`${portal.url}/server/docs#/desk/deskRefuse`);
  await page.reload();
  const call = page.locator('.opblock').filter({ hasText: endpoints.deskRefuse.path });
  await expect(call).toContainText('"ground"');
  await expect(call.getByText('notFound (404)')).toBeVisible();
  expect(foreign).toEqual([]);
  const violations = await violationsOf(page);
  expect(violations.filter((each) => !brokenByLibrary.test(each))).toEqual([]);
});
