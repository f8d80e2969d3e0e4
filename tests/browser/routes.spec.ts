import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { type Language, languageCodes } from '#contract/languages.ts';
import { cookieNames } from '#contract/limits.ts';
import type { Persona } from '#server/testing/personas.ts';
import { enterAs, seedPersonas } from './personas.ts';
import { test } from './portal.ts';

test.use({ settings: { MODE: 'test' } });

const LIST = '/home/data-acquisition';
const WIDTHS = [320, 768, 1440];
/** What a person reads when words are missing or code shows through. */
const unfinished = /undefined|\bNaN\b|\[object|\{\w+\}|[a-z]+\.[a-z]+[A-Z]\w+/;

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

/** The pages of an owner; of the states' pages a third, another one in the next language. */
const ownerAddresses = ({ applications }: Persona, turn: number) => {
  const at = (state: string) => applications.find((one) => one.state === state)?.number;
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
    ...applications
      .filter((_, index) => index % 3 === turn % 3)
      .map(({ number }) => `${LIST}/applications/${number}`),
    `${LIST}/applications/${at('qualification.submitted')}/filed`,
    `${LIST}/applications/${at('dataRequest.awaited')}/data-request`,
    `${LIST}/applications/${at('qualification.informationRequired')}/supplement`,
    `${LIST}/applications/${at('dataRequest.informationRequired')}/supplement`,
  ];
};

const bodyAddresses = ({ applications }: Persona) => [
  `${LIST}/public-sector`,
  `${LIST}/public-sector/status?number=${applications[0]?.number}`,
];

/**
 * Looks at the page that is shown: nothing sticks out at any width, and at one of them it breaks no
 * rule. Which one goes round with pages and languages: axe is slow.
 */
async function look(page: Page, turn: number): Promise<string[]> {
  await expect(page.locator('h1')).toBeVisible();
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (over > 0) found.push(`${over} pixels stick out at ${width}`);
  }
  const width = WIDTHS[turn % WIDTHS.length] ?? 320;
  await page.setViewportSize({ width, height: 900 });
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  found.push(...violations.map(({ id, nodes }) => `${id} at ${width}: ${nodes[0]?.html}`));
  const words = unfinished.exec(await page.evaluate(() => document.body.innerText));
  if (words) found.push(`says «${words[0]}»`);
  return found;
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const [index, language] of languageCodes.entries()) {
  // Both colour schemes, by turns: each page is seen in both.
  const colorScheme = index % 2 ? 'dark' : 'light';
  test.describe(`in ${language}, ${colorScheme}`, () => {
    test.describe.configure({ timeout: 900_000 });
    test('every page: no violation, nothing sticks out or is unfinished', async ({
      page,
      portal,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { owner, publicSector } = await seedPersonas(portal.url);
      await speak(page, portal.url, language);
      const found: Record<string, string[]> = {};
      const visit = async (addresses: string[]) => {
        for (const [turn, address] of addresses.entries()) {
          await page.goto(portal.url + address);
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          const problems = await look(page, turn + index);
          if (problems.length) found[address] = problems;
        }
      };
      await visit(publicAddresses);
      await enterAs(page, portal.url, owner);
      await visit(ownerAddresses(owner, index));
      await enterAs(page, portal.url, publicSector);
      await visit(bodyAddresses(publicSector));
      expect(found).toEqual({});
    });
  });
}

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

async function speak(page: Page, url: string, language: Language) {
  await page.context().addCookies([
    { name: cookieNames.language, value: language, url },
    { name: cookieNames.consent, value: 'functional.test', url },
  ]);
}
