import { expect } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { cookieNames, LOGIN_HEADER } from '#contract/limits.ts';
import { addressOf, enterAs, seedPersonas } from './personas.ts';
import { test } from './portal.ts';

test.use({ settings: { MODE: 'test' } });

const PAGE = '/home/data-acquisition/applications';
const viewports = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

for (const language of ['en', 'pl', 'zh'])
  test(`what one came for is above the fold of phones and laptops (${language})`, async ({
    page,
    portal,
  }) => {
    const { owner } = await seedPersonas(portal.url);
    await enterAs(page, portal.url, owner);
    await page
      .context()
      .addCookies([{ name: cookieNames.language, value: language, url: portal.url }]);
    // Each place of the answer by state: the button of the next step, or the words about the date.
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

test('an open application shows what changed, and moves nothing that is read or typed', async ({
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
  const asked = await fetch(portal.url + endpoints.deskRequestInformation.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [LOGIN_HEADER]: reviewer.token },
    body: JSON.stringify({
      applicationNumber: number,
      revision: 3,
      items: [],
      text: 'Please add the second page.',
      dueOn: '2099-01-31',
    }),
  });
  expect(await asked.json()).toMatchObject({ code: 200 });
  await page.clock.fastForward(31_000);
  await expect(page.getByText('Please add the second page.').first()).toBeAttached();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('The data are late.');
  // Browsers round the offset that they keep.
  const moved = ((await field.boundingBox())?.y ?? Number.NaN) - (before?.y ?? 0);
  expect(Math.abs(moved)).toBeLessThan(2);
});
