import { expect, type Page, type Request } from '@playwright/test';
import { type Language, languageCodes } from '#contract/languages.ts';
import { cookieNames } from '#contract/limits.ts';
import type { Persona } from '#demo/testing/personas.ts';
import type { ApplicationState } from '#machines/stored-application.ts';
import { violationsOf } from './axe.ts';
import { enterAs, seedPersonas } from './personas.ts';
import { test } from './portal.ts';

test.use({ settings: { MODE: 'test' } });

const LIST = '/home/data-acquisition';
const WIDTHS = [320, 768, 1440];
/** What a person reads when words are missing or code shows through. */
const unfinished = /undefined|\bNaN\b|\[object|\{\w+\}|[a-z]+\.[a-z]+[A-Z]\w+/;

/** How a page is shown while axe looks at it. */
interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
}
const looks: Look[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  WIDTHS.map((width) => ({ width, colorScheme })),
);

/**
 * The looks in which axe judges a page in a language. All of them where `ROUTES=all` asks for it
 * (`npm run test:routes`); else one, so that each page is judged once in each look and once in each
 * language, and the next page in other pairs of them. One application in its states is one page.
 */
function looksOf(address: string, page: number, language: number): Look[] {
  if (process.env.ROUTES === 'all') return looks;
  if (isDetails.test(address) && page % 3 !== language % 3) return [];
  return looks.filter((_, index) => index === (page + language) % looks.length);
}
const isDetails = /applications\/[^/]+$/;

const publicAddresses = [
  '/role',
  '/login',
  '/right/customer',
  '/right/government',
  '/right/other-entities',
  '/policy/privacy',
  '/policy/cookies',
  '/404',
  '/no/such/page',
];

const ownerAddresses = ({ applications }: Persona) => {
  const at = (state: ApplicationState) =>
    `${LIST}/applications/${applications.find((one) => one.state === state)?.number}`;
  return [
    LIST,
    `${LIST}/qualification-review`,
    `${LIST}/data-application`,
    `${LIST}/approved`,
    `${LIST}/termination`,
    `${LIST}/new/about-you`,
    `${LIST}/new/vehicle`,
    `${LIST}/new/purpose`,
    `${LIST}/new/check`,
    ...applications.map(({ number }) => `${LIST}/applications/${number}`),
    `${at('qualification.submitted')}/filed`,
    `${at('dataRequest.awaited')}/data-request`,
    `${at('qualification.informationRequired')}/supplement`,
    `${at('dataRequest.informationRequired')}/supplement`,
  ];
};

const bodyAddresses = ({ applications }: Persona) => [
  `${LIST}/public-sector`,
  `${LIST}/public-sector/status?number=${applications[0]?.number}`,
  `${LIST}/applications/${applications[0]?.number}`,
];

const staffAddresses = ({ applications }: Persona, { applications: filed }: Persona) => [
  '/desk',
  '/desk?turn=all&overdue=yes',
  ...[...applications, ...filed].map(({ number }) => `/desk/applications/${number}`),
  '/desk/erasures',
  '/desk/staff',
  '/desk/audit',
  '/desk/settings',
  '/desk/second-factor',
  '/charts',
  '/charts/application',
  '/charts/application/simulate',
  '/charts/application/figures',
  '/charts/application/conformance',
  '/charts/application/cases',
  `/charts/application/case/${applications[0]?.number}`,
  '/charts/compare',
];

test.describe(() => {
  test.describe.configure({ timeout: process.env.ROUTES === 'all' ? 3_600_000 : 400_000 });

  test('every public page: no violation, nothing sticks out or is unfinished', async ({
    page,
    portal,
  }) => {
    expect(await walk(page, portal.url, publicAddresses)).toEqual({});
  });

  test('every page of an owner: no violation, nothing sticks out or is unfinished', {
    tag: ['@1-languages', '@2-login', '@2-customer', '@2-government', '@2-details', '@9-languages'],
  }, async ({ page, portal }) => {
    const { owner } = await seedPersonas(portal.url);
    await enterAs(page, portal.url, owner);
    expect(await walk(page, portal.url, ownerAddresses(owner))).toEqual({});
  });

  test('every page of a public sector body: no violation, nothing sticks out or is unfinished', async ({
    page,
    portal,
  }) => {
    const { publicSector } = await seedPersonas(portal.url);
    await enterAs(page, portal.url, publicSector);
    expect(await walk(page, portal.url, bodyAddresses(publicSector))).toEqual({});
  });

  // Otherwise the tests of these pages ask the same of each, in one language.
  if (process.env.ROUTES === 'all')
    test('every page of the staff: no violation, nothing sticks out or is unfinished', async ({
      page,
      portal,
    }) => {
      const { owner, publicSector, lead } = await seedPersonas(portal.url);
      await enterAs(page, portal.url, lead);
      expect(await walk(page, portal.url, staffAddresses(owner, publicSector))).toEqual({});
    });
});

test('focus goes to the heading after a change of page, to the summary after an error', async ({
  page,
  portal,
}) => {
  const { owner } = await seedPersonas(portal.url);
  await enterAs(page, portal.url, owner);
  await page.goto(`${portal.url}/role`);
  await page.getByRole('link', { name: 'More details' }).first().press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Rights of users and third parties');
  await expect(heading).toBeFocused();

  await page.goto(`${portal.url}${LIST}`);
  await page.getByRole('link', { name: 'New application' }).press('Enter');
  await expect(heading).toHaveText('About you');
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  const summary = page.getByRole('region', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: 'Enter your last name' }).press('Enter');
  await expect(page.getByLabel('Last name')).toBeFocused();
});

/** What is wrong with pages, by address, in all six languages; each is loaded once. */
async function walk(page: Page, url: string, addresses: string[]) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.context().addCookies([{ name: cookieNames.consent, value: 'functional.test', url }]);
  const settled = callsOf(page);
  const found: Record<string, string[]> = {};
  for (const [number, address] of addresses.entries()) {
    await page.goto(url + address);
    for (const [turn, language] of languageCodes.entries()) {
      await speak(page, language);
      await settled();
      await expect(page.locator('[data-loading]')).toHaveCount(0);
      const problems = await problemsOf(page, looksOf(address, number, turn));
      if (problems.length) found[`${address} in ${language}`] = problems;
    }
  }
  return found;
}

/** Changes the language as a reader does, and waits for the page in it. */
async function speak(page: Page, language: Language) {
  const select = page.locator('header select');
  if ((await select.inputValue()) !== language) await select.selectOption(language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('h1')).toBeVisible();
}

/** Gives what waits until the page has asked for all it shows and is answered. */
function callsOf(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    // What a change of the page asks for leaves with the next frame.
    const nextFrame = () => page.evaluate(() => new Promise(requestAnimationFrame));
    await nextFrame();
    await expect.poll(() => open.size, { intervals: [20] }).toBe(0);
    await nextFrame();
  };
}

async function problemsOf(page: Page, judged: Look[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const { colorScheme } of judged.filter((look) => look.width === width)) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      const violations = await violationsOf(page);
      found.push(...violations.map((violation) => `${violation} at ${width}, ${colorScheme}`));
    }
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (over > 0) found.push(`${over} pixels stick out at ${width}`);
  }
  // What stands there as code is meant to.
  const text = await page.evaluate(() =>
    [...document.querySelectorAll('code')].reduce(
      (left, { innerText }) => left.replaceAll(innerText, ''),
      document.body.innerText,
    ),
  );
  const words = unfinished.exec(text);
  if (words) found.push(`says «${words[0]}»`);
  return found;
}
