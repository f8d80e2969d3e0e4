import { expect, type Page } from '@playwright/test';
import { type Language, languageCodes } from '#contract/languages.ts';
import { cookieNames } from '#contract/limits.ts';
import { applicationStates } from '#contract/stored-application.ts';
import type { Persona } from '#demo/testing/personas.ts';
import { violationsOf } from './axe.ts';
import { overflowOf } from './overflow.ts';
import { addressOf, enterAs, seedPersonas } from './personas.ts';
import { test } from './portal.ts';
import { callsOf } from './settled.ts';
import { brokenWords, textsCutOff } from './whole-texts.ts';

const LIST = '/home/data-acquisition';
const WIDTHS = [320, 768, 1440];
/** Text that reveals a missing translation or a raw value. */
const unfinished = /undefined|\bNaN\b|\[object|\{\w+\}|[a-z]+\.[a-z]+[A-Z]\w+/;

/** Conditions in which a page is shown while axe examines it. */
interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
}
const looks: Look[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  WIDTHS.map((width) => ({ width, colorScheme })),
);

/**
 * Returns the looks in which axe checks a page in a language: all with `ROUTES=all`
 * (`npm run test:routes`), otherwise one for every other language. Each page is then checked in
 * half of the looks, and the next page in the other half.
 */
function looksOf(page: number, language: number): Look[] {
  if (process.env.ROUTES === 'all') return looks;
  return looks.filter((_, at) => language % 2 === 0 && at === (page + language) % looks.length);
}

/** All languages, but two for each of the lists and of the states of an application, unless `ROUTES=all`. */
function languagesOf(address: string, page: number): [number, Language][] {
  const all = [...languageCodes.entries()];
  if (process.env.ROUTES === 'all' || !hasSiblings.test(address)) return all;
  return all.filter(([index]) => index % 3 === page % 3);
}
const hasSiblings = /^\/home\/data-acquisition\/(applications\/)?[^/]+$/;

/** Pages that are checked in one test, with the role that opens them and the tested clauses. */
interface Group {
  role?: Persona['role'];
  tag?: string[];
  /** `{state}` is the number of the persona's application there. */
  places: string[];
}

const groups: Record<string, Group> = {
  'the start, sign-in and rights': {
    tag: ['@1-languages', '@2-login', '@2-customer', '@2-government', '@9-languages'],
    places: ['/role', '/login', '/right/customer', '/right/government', '/right/other-entities'],
  },
  'policies, and what does not exist': {
    places: ['/policy/privacy', '/policy/cookies', '/delivery', '/404', '/no/such/page'],
  },
  'an owner’s lists': {
    role: 'owner',
    places: ['', '/qualification-review', '/data-application', '/approved', '/termination'].map(
      (list) => LIST + list,
    ),
  },
  'an owner’s live access': { role: 'owner', places: ['/home/live-access'] },
  'an owner’s sessions': { role: 'owner', places: ['/home/sessions'] },
  'a new application': {
    role: 'owner',
    places: ['vehicle', 'about-you', 'purpose', 'check'].map((step) => `${LIST}/new/${step}`),
  },
  'an owner’s applications in their states': {
    role: 'owner',
    tag: ['@2-details'],
    places: applicationStates.map((state) => `${LIST}/applications/{${state}}`),
  },
  'what an owner answers': {
    role: 'owner',
    places: [
      `${LIST}/applications/{qualification.submitted}/filed`,
      `${LIST}/applications/{dataRequest.awaited}/data-request`,
      `${LIST}/applications/{qualification.informationRequired}/supplement`,
      `${LIST}/applications/{dataRequest.informationRequired}/supplement`,
    ],
  },
  'a public sector body’s request': {
    role: 'publicSector',
    places: [
      `${LIST}/public-sector`,
      `${LIST}/public-sector/status?number={qualification.submitted}`,
      `${LIST}/applications/{qualification.submitted}`,
      `${LIST}/applications/{dataRequest.informationRequired}`,
      `${LIST}/applications/{approved}`,
    ],
  },
  // Other tests examine the rest of the desk's pages, in one language.
  'the desk': { role: 'lead', places: ['/desk', '/desk/applications/{qualification.underReview}'] },
};

const staffAddresses = ({ applications }: Persona, { applications: filed }: Persona) => [
  '/desk',
  '/desk?turn=all&overdue=yes',
  ...[...applications, ...filed].map(({ number }) => `/desk/applications/${number}`),
  '/desk/live-access',
  '/desk/erasures',
  '/desk/staff',
  '/desk/figures',
  '/desk/templates',
  '/desk/operation',
  '/desk/audit',
  '/desk/settings',
  '/desk/second-factor',
  '/charts',
  '/charts/application',
  '/charts/application/simulate',
  '/charts/application/figures',
  '/charts/application/timeline',
  '/charts/application/conformance',
  '/charts/application/cases',
  `/charts/application/case/${applications[0]?.number}`,
];

// Tests are independent; in parallel mode the workers share the last ones.
test.describe.configure({ mode: 'parallel' });
if (process.env.ROUTES === 'all') test.setTimeout(3_600_000);

for (const [name, { role, tag = [], places }] of Object.entries(groups))
  test(`${name}: axe finds no violation, and no text overflows or is unfinished`, { tag }, async ({
    page,
    portal,
  }) => {
    if (!role) return expect(await walk(page, portal.url, places)).toEqual({});
    const { [role]: persona, owner } = await seedPersonas(portal.url);
    await enterAs(page, portal.url, persona);
    const requester = role === 'lead' ? owner : persona;
    const addresses = places.map((place) => addressOf(requester, place));
    expect(await walk(page, portal.url, addresses)).toEqual({});
  });

if (process.env.ROUTES === 'all')
  test('every page of the staff: axe finds no violation, and no text overflows or is unfinished', async ({
    page,
    portal,
  }) => {
    const { owner, publicSector, lead } = await seedPersonas(portal.url);
    await enterAs(page, portal.url, lead);
    expect(await walk(page, portal.url, staffAddresses(owner, publicSector))).toEqual({});
  });

test('the heading has the focus after a change of page, and the summary after an error', async ({
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
  await expect(heading).toHaveText('Your vehicle');
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  const summary = page.getByRole('region', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: 'Upload the vehicle proof' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused();
});

/** Returns the problems of pages by address, in their languages. Each page is loaded once. */
async function walk(page: Page, url: string, addresses: string[]) {
  await page.context().addCookies([{ name: cookieNames.consent, value: 'functional.test', url }]);
  const settled = callsOf(page);
  const found: Record<string, string[]> = {};
  for (const [number, address] of addresses.entries()) {
    await page.goto(url + address);
    for (const [turn, language] of languagesOf(address, number)) {
      await speak(page, language);
      await settled();
      await expect(page.locator('[data-loading]')).toHaveCount(0);
      const problems = await problemsOf(page, looksOf(number, turn), !hasSiblings.test(address));
      if (problems.length) found[`${address} in ${language}`] = problems;
    }
  }
  return found;
}

/** Changes the language as a reader does, by keyboard, and waits for the page in it. */
async function speak(page: Page, language: Language) {
  if ((await page.locator('html').getAttribute('lang')) !== language) {
    const select = page.locator('header select');
    const account = page.locator('header button[aria-haspopup="menu"]');
    await select.or(account).waitFor();
    if (await select.count()) await select.selectOption(language);
    else {
      await account.press('Enter');
      // Opening moves the focus.
      await expect(page.locator('[role="menu"]:focus-within')).toBeVisible();
      await page.locator(`[role="menuitemradio"][lang="${language}"]`).press('Enter');
    }
  }
  await page.locator(`html[lang="${language}"] h1`).waitFor();
}

async function problemsOf(page: Page, judged: Look[], areWordsWhole: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const { colorScheme } of judged.filter((look) => look.width === width)) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      const violations = await violationsOf(page);
      found.push(...violations.map((violation) => `${violation} at ${width}, ${colorScheme}`));
    }
    const over = await overflowOf(page);
    if (over > 0) found.push(`${over} pixels stick out at ${width}`);
    if (width !== WIDTHS[0]) continue;
    found.push(...(await textsCutOff(page)).map((text) => `«${text}» is cut off`));
    const broken = areWordsWhole ? await brokenWords(page) : [];
    found.push(...broken.map((word) => `«${word}» is broken`));
  }
  // Text in code elements is intentional.
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
