import { expect, type Page } from '@playwright/test';
import { languageCodes } from '#contract/languages.ts';
import { cookieNames } from '#contract/limits.ts';
import type { Persona } from '#demo/testing/personas.ts';
import { addressOf, enterAs, seedPersonas } from './personas.ts';
import { type RunningPortal, test } from './portal.ts';
import { speakPseudoLanguage } from './pseudo-language.ts';
import { callsOf } from './settled.ts';
import { expectWhole } from './whole-texts.ts';

// Tests are independent; in parallel mode the workers share the last ones.
test.describe.configure({ mode: 'parallel' });

/** Addresses that anyone can open, signed in or not. */
const addresses = [
  '/role',
  '/right/customer',
  '/right/government',
  '/right/other-entities',
  '/policy/privacy',
  '/policy/cookies',
  '/no-such-page',
  '/login',
];

const LIST = '/home/data-acquisition';

/** Addresses of each persona of `MODE=test`; `{state}` is the number of its application there. */
const signedIn: Partial<Record<Persona['role'], string[]>> = {
  owner: [
    LIST,
    `${LIST}/termination`,
    `${LIST}/new/about-you`,
    `${LIST}/new/vehicle`,
    `${LIST}/new/purpose`,
    `${LIST}/applications/{qualification.informationRequired}`,
    `${LIST}/applications/{approved}`,
    `${LIST}/applications/{dataRequest.awaited}/data-request`,
    `${LIST}/applications/{dataRequest.informationRequired}/supplement`,
  ],
  publicSector: [`${LIST}/public-sector`, `${LIST}/applications/{dataRequest.underReview}`],
  lead: ['/desk', '/desk/erasures', '/desk/second-factor'],
};

/** The narrowest screen that WCAG 2.2 asks for (1.4.10). */
const narrow = { width: 320, height: 640 };

test.describe('with texts 40 % longer, on the narrowest screen', () => {
  test.use({ viewport: narrow });
  test.beforeEach(({ context }) => speakPseudoLanguage(context));

  test('no public page scrolls sideways or cuts off a text', async ({ page, portal }) => {
    await openCookies(page, portal);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'ŢĥēŢ ďàţàďà ŷōũŕŷō ćàŕć ḿàķēśḿà àŕēà ŷōũŕśŷō ţōţ ũśēũ',
    );
    for (const address of addresses) {
      await page.goto(portal.url + address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectWhole(page);
    }
  });

  test('no step of signing in scrolls sideways or cuts off a text', async ({ page, portal }) => {
    await signInSteps(page, portal);
  });

  for (const [role, pages] of Object.entries(signedIn)) {
    test(`no page of ${role} scrolls sideways or cuts off a text`, async ({ page, portal }) => {
      const persona = (await seedPersonas(portal.url))[role as Persona['role']];
      const cookie = { name: cookieNames.login, value: persona.token, url: portal.url };
      await page.context().addCookies([cookie]);
      const settled = callsOf(page);
      for (const place of pages) {
        const address = addressOf(persona, place);
        await page.goto(portal.url + address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await settled();
        expect(new URL(page.url()).pathname, 'the page that was asked for').toBe(address);
        await expectWhole(page);
      }
    });
  }
});

test.describe('in Chinese, whose lines break anywhere, on the narrowest screen', () => {
  test.use({ viewport: narrow, locale: 'zh' });

  // The routes' test opens the other public pages in each language.
  test('cookie settings and sign-in have the language of the browser and cut off no text', async ({
    page,
    portal,
  }) => {
    await openCookies(page, portal);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
    await signInSteps(page, portal);
  });
});

for (const [width, height] of [
  [390, 90],
  [768, 70],
  [1024, 70],
] as const)
  test(`the header is at most ${height} px high at ${width} px in every language`, async ({
    page,
    portal,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const { url } = portal;
    // The header of the staff has the most links.
    const { lead } = await seedPersonas(url);
    const settled = callsOf(page);
    for (const language of languageCodes) {
      await page.context().addCookies([
        { name: cookieNames.consent, value: 'functional.test', url },
        { name: cookieNames.language, value: language, url },
        { name: cookieNames.login, value: lead.token, url },
      ]);
      await page.goto(`${url}${LIST}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settled();
      const box = await page.getByRole('banner').boundingBox();
      expect(box?.height, language).toBeLessThan(height);
      await expectWhole(page);
    }
  });

// A requester has two links in the header, which are shortest in Chinese.
for (const [language, width] of [
  ['zh', 390],
  ['en', 700],
] as const)
  test(`the mark of the demonstration covers no link at ${width} px (${language})`, async ({
    page,
    portal: { url },
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const { owner } = await seedPersonas(url);
    await enterAs(page, url, owner);
    await page.context().addCookies([
      { name: cookieNames.consent, value: 'functional.test', url },
      { name: cookieNames.language, value: language, url },
    ]);
    await page.goto(url + LIST);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const header = page.getByRole('banner');
    await expect(header.getByRole('navigation').getByRole('link')).toHaveCount(2);
    const mark = await header.locator('a + span').boundingBox();
    const links = await header.getByRole('navigation').boundingBox();
    expect(links?.y).toBeGreaterThanOrEqual((mark?.y ?? 0) + (mark?.height ?? Infinity));
  });

/** Opens the first page with the question about cookies, and the settings of cookies. */
async function openCookies(page: Page, portal: RunningPortal) {
  await page.goto(portal.url + addresses[0]);
  const banner = page
    .locator('section[aria-label]')
    .filter({ has: page.locator('button') })
    .last();
  await expect(banner.getByRole('button')).toHaveCount(3);
  await expectWhole(page);
  await banner.getByRole('button').last().click();
  await page.getByRole('dialog').locator('summary').click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  await expectWhole(page);
  await page.getByRole('dialog').locator('button').last().click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Signs in up to the welcome page, including rejected input. */
async function signInSteps(page: Page, portal: RunningPortal) {
  const send = page.locator('main button[type=submit]');
  await page.goto(`${portal.url}/login`);
  await send.click();
  await expect(page.locator('main input[aria-invalid=true]').first()).toBeVisible();
  await expectWhole(page);
  const address = `${crypto.randomUUID()}@a-mail-server-of-the-european-union.example.eu`;
  await page.locator('main input[type=email]').fill(address);
  await page.locator('main input[type=checkbox]').check();
  await send.click();
  await expect(page.locator('main input[autocomplete=one-time-code]')).toBeVisible();
  await expectWhole(page);
  await page.locator('main input[autocomplete=one-time-code]').fill('000000');
  await send.click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectWhole(page);
}
