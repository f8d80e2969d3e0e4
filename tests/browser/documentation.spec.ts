import { expect } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { violationsOf } from './axe.ts';
import { test } from './portal.ts';

/** Rules Swagger UI itself breaks, wherever it is used; colours, headings and roles are its own. */
const brokenByLibrary =
  /^(color-contrast|heading-order|nested-interactive|region|target-size): .*class="/;

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
  await expect(page.locator('.opblock-summary')).toHaveCount(Object.keys(endpoints).length);

  const call = page.locator('.opblock').filter({ hasText: endpoints.deskRefuse.path });
  await call.getByRole('button').first().click();
  await expect(call).toContainText('"ground"');
  await expect(call.getByText('notFound (404)')).toBeVisible();
  expect(foreign).toEqual([]);
  const violations = await violationsOf(page);
  expect(violations.filter((each) => !brokenByLibrary.test(each))).toEqual([]);
});
