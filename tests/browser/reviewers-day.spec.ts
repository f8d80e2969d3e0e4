import { basename } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Persona } from '#demo/testing/personas.ts';
import { violationsOf } from './axe.ts';
import {
  confirm,
  type Decision,
  letterOf,
  prepare,
  queueOf,
  sendButton,
  visitAs,
  visitDesk,
} from './desk.ts';
import { seedPersonas } from './personas.ts';
import { ownPortal, picture, test } from './portal.ts';
import { expectGood } from './widths.ts';

test.use(ownPortal);
test.describe.configure({ mode: 'serial', timeout: 480_000 });

const COLLEAGUE = 'reviewer@example.eu';

let reviewer: Persona;

/** Decisions made in turn, by what the case offers. */
const rounds: { offered: Decision; turn: Decision[] }[] = [
  {
    offered: 'Confirm eligibility',
    turn: ['Confirm eligibility', 'Ask for more information', 'Refuse'],
  },
  {
    offered: 'Approve the data request',
    turn: ['Approve the data request', 'Ask for more information', 'Refuse'],
  },
];

test.beforeAll(async ({ portal }) => {
  // Six of their applications wait for the data holder.
  ({ reviewer } = await seedPersonas(portal.url));
});

test('a reviewer makes every kind of decision on six applications, by keyboard from the queue', async ({
  browser,
  portal,
}) => {
  const page = await visitAs(browser, portal, reviewer);
  await page.goto(`${portal.url}/desk`);
  await expect(page.getByRole('status').filter({ hasText: '6 applications' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectGood(page);
  await picture(page, 'queue');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectGood(page);
  await page.keyboard.press('Escape');

  const decisionCounts = new Map<Decision, number>();
  const decide = async (decision: Decision) => {
    await prepare(page, decision, decision === 'Start the review' ? '' : `Because of ${decision}.`);
    await confirm(page, decision);
    decisionCounts.set(decision, (decisionCounts.get(decision) ?? 0) + 1);
  };
  await page.keyboard.press('j');
  for (let left = 6; left > 0; left--) {
    await expect(
      page.getByText(`${left} application${left === 1 ? '' : 's'}`, { exact: true }),
    ).toBeVisible();
    // After a case that is no longer in the view, the row in its place has the focus.
    await expect(page.locator('tbody a').first()).toBeFocused();
    await page.keyboard.press('t');
    await expect(page.locator('tbody tr').first()).toContainText('You');
    await page.keyboard.press('o');
    await expect(page.getByText('You have taken this application')).toBeVisible();
    const offers = (decision: Decision) => page.getByRole('radio', { name: decision, exact: true });
    await expect(page.getByRole('group', { name: 'What do you decide?' })).toBeVisible();
    if (await offers('Start the review').isVisible()) await decide('Start the review');
    if (await offers('Resume the sharing').isVisible()) await decide('Resume the sharing');
    const [qualification, data] = rounds as [(typeof rounds)[0], (typeof rounds)[0]];
    await expect(offers(qualification.offered).or(offers(data.offered))).toBeVisible();
    const round = (await offers(qualification.offered).isVisible()) ? qualification : data;
    const decision = round.turn.shift() as Decision;
    round.turn.push(decision);
    await decide(decision);
    await page.keyboard.press('u');
    await expect(queueOf(page)).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
  await expectGood(page);

  expect(Object.fromEntries(decisionCounts)).toEqual({
    'Start the review': 2,
    'Confirm eligibility': 1,
    'Ask for more information': 2,
    'Approve the data request': 2,
    Refuse: 1,
    'Resume the sharing': 1,
  });
});

test('two reviewers of one case see each other, one decision wins, and no input is lost', async ({
  browser,
  portal,
}) => {
  const { owner } = await seedPersonas(portal.url);
  const number = stateOf(owner, 'qualification.underReview');
  const open = async (page: Page) => {
    await page.goto(`${portal.url}/desk/applications/${number}`);
    await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible();
  };
  const one = await visitAs(browser, portal, reviewer);
  const other = await visitDesk(browser, portal, COLLEAGUE);
  await other.getByRole('button', { name: 'Only necessary cookies' }).click();
  await one.clock.install();
  await open(one);
  await open(other);
  await expect(other.getByText(`Also open at this moment: ${reviewer.email}`)).toBeVisible();
  // Pages report their presence every 15 seconds.
  await one.clock.fastForward(16_000);
  await expect(one.getByText(`Also open at this moment: ${COLLEAGUE}`)).toBeVisible();
  await one.getByLabel('New note').fill('The dealer knows the owner.');
  const above = await one.getByText('Only staff see these notes here.').boundingBox();
  const saved = await one.locator('#notes').getByText('Saved', { exact: true }).boundingBox();
  expect(saved?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  await one.getByRole('button', { name: 'Add the note' }).click();
  await expect(one.getByRole('listitem').filter({ hasText: 'The dealer knows' })).toContainText(
    reviewer.email,
  );
  await expectGood(one);
  await picture(one, 'case');

  await prepare(other, 'Refuse', 'The proof names another owner of the car.');
  await prepare(one, 'Confirm eligibility');
  await confirm(one, 'Confirm eligibility');
  await sendButton(other).click();
  const shown = other.getByRole('alert').filter({ hasText: 'Your decision was not saved' });
  await expect(shown).toContainText('Eligibility confirmed');
  await expect(shown).toContainText('The proof names another owner of the car.');
  await expect(other.getByRole('status').first()).toContainText('Also open');
  await expectGood(other);
  await portal.mailed((owner as Persona).email, new RegExp(`${number}: please file`));
  expect(
    portal
      .mailsTo((owner as Persona).email)
      .filter((mail) => /refused/.test(mail) && mail.includes(number)),
  ).toEqual([]);
});

test('twenty cases in a row take at most six keys per decision, apart from typed text', async ({
  browser,
  portal,
}) => {
  for (const set of [5, 6, 7, 8]) await seedPersonas(portal.url, set);
  const page = await visitAs(browser, portal, reviewer);
  let keys = 0;
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
    keys += pressed.length;
  };
  const focused = (selector: string) => expect(page.locator(`${selector}:focus`)).toHaveCount(1);
  const offers = (decision: Decision) => page.getByRole('radio', { name: decision, exact: true });
  const key = async (decision: Decision) =>
    press((await offers(decision).getAttribute('aria-keyshortcuts')) ?? '');
  const next = page.getByRole('button', { name: 'Send, open next' });
  await page.goto(`${portal.url}/desk`);
  await expect(page.locator('tbody a').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('o');

  const most = new Map<string, number>();
  let underReview = 0;
  for (let count = 0; count < 20; count++) {
    const { href, pathname } = new URL(page.url());
    await expect(page.getByRole('heading', { level: 1 })).toContainText(basename(pathname));
    await expect(page.getByRole('group', { name: 'What do you decide?' })).toBeVisible();
    keys = 0;
    const [isNew, isWithheld] = [
      await offers('Start the review').isVisible(),
      await offers('Resume the sharing').isVisible(),
    ];
    for (const [isOffered, decision] of [
      [isNew, 'Start the review'],
      [isWithheld, 'Resume the sharing'],
    ] as const)
      if (isOffered) {
        await key(decision);
        await expect(sendButton(page)).toBeFocused();
        await press('Enter');
        await focused('#decision h2');
        most.set(decision, keys);
        keys = 0;
      }
    const approve = 'Approve the data request';
    await expect(offers(approve).or(offers('Confirm eligibility'))).toBeVisible();
    const positive = (await offers(approve).isVisible()) ? approve : 'Confirm eligibility';
    const isForBody = await page.getByText('Regional Road Safety Authority').first().isVisible();
    const nameOf = (decision: Decision) => (isForBody ? `${decision} of a body` : decision);
    const possible = [positive, 'Ask for more information', 'Refuse'] as const;
    // The order of the cases differs from run to run: first what no case has had.
    const missing = possible.find((each) => !most.has(nameOf(each)));
    const decision =
      isNew || isWithheld ? positive : (missing ?? (possible[underReview++ % 3] as Decision));
    await key(decision);
    if (decision === 'Refuse') {
      await focused('[name=ground]');
      await press('Space', 'Tab');
      await focused('textarea');
      await page.keyboard.type('The proof names somebody else.');
      await expect(letterOf(page)).toContainText('The proof names somebody else.');
      await press('Tab');
      await expect(next).toBeFocused();
    } else if (decision === 'Ask for more information') {
      await focused('#decision [type=checkbox]');
      await press('Space');
    } else if (decision === approve && isForBody) {
      await focused('[name="extent.interval"]');
      await expect(page.locator('[name="extent.models"]').first()).toBeVisible();
      await press('Space', 'Tab');
      await focused('[name="extent.models"]');
      await press('Space');
    } else await expect(next).toBeFocused();
    await press('Enter');
    await expect(page).not.toHaveURL(href);
    // The previous decision can still be undone on the next case.
    await expect(page.getByRole('region', { name: 'Undo' })).toBeVisible();
    const name = nameOf(decision);
    most.set(name, Math.max(most.get(name) ?? 0, keys));
  }
  for (const [decision, keysOfOne] of most) expect(keysOfOne, decision).toBeLessThanOrEqual(6);
  expect([...most.keys()]).toEqual(
    expect.arrayContaining([
      'Approve the data request',
      'Approve the data request of a body',
      'Ask for more information',
      'Confirm eligibility',
      'Refuse',
    ]),
  );
  await page.keyboard.press('u');
  await expect(page.locator('tbody a:focus')).toHaveCount(1);
});

test('the letter is visible while its text is typed, and follows the form in narrow windows', async ({
  browser,
  portal,
}) => {
  const { owner: one, publicSector: body } = await seedPersonas(portal.url);
  const page = await visitAs(browser, portal, reviewer);
  const text = page.locator('#decision textarea');
  for (const number of [
    stateOf(one as Persona, 'qualification.underReview'),
    stateOf(body as Persona, 'dataRequest.underReview'),
  ])
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
      [1024, 700],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${portal.url}/desk/applications/${number}`);
      await expect(page.getByRole('radio', { name: 'Refuse' })).toBeVisible();
      await page.keyboard.press('r');
      await expect(page.locator('[name=ground]:focus')).toHaveCount(1);
      await page.keyboard.press('Space');
      await text.focus();
      await page.keyboard.type('The proof names somebody else.');
      await expect(letterOf(page)).toContainText('The proof names somebody else.');
      if (width > 1000) {
        await expect(text).toBeInViewport({ ratio: 1 });
        await expect(letterOf(page).locator('b')).toBeInViewport({ ratio: 1 });
        await expect(sendButton(page)).toBeInViewport({ ratio: 1 });
      } else {
        const [button, letter] = await Promise.all(
          [sendButton(page), letterOf(page)].map((part) => part.boundingBox()),
        );
        expect(letter?.y).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0));
      }
      expect(await violationsOf(page)).toEqual([]);
      await text.clear();
    }
});

test('a colleague is mentioned by keyboard, and the pages for handbook and e-mails pass the checks of axe', async ({
  browser,
  portal,
}) => {
  const { owner: one } = await seedPersonas(portal.url);
  const number = stateOf(one as Persona, 'qualification.underReview');
  const page = await visitAs(browser, portal, reviewer);
  await page.goto(`${portal.url}/desk/applications/${number}`);
  const field = page.getByLabel('New note');
  await expect(field).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.type('Please look, @review');
  await expect(page.getByRole('option', { name: COLLEAGUE })).toBeVisible();
  await expectGood(page);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Please look, @reviewer ');
  await page.getByRole('button', { name: 'Ask for an opinion' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectGood(page);
  await page.getByLabel('Colleague', { exact: true }).selectOption(COLLEAGUE);
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for an opinion' }).click();
  await expect(page.getByText(/for an opinion: not given yet/)).toBeVisible();
  // Until it closes, the message covers content of the page.
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0);
  await expectGood(page);
  for (const [address, title] of [
    ['handbook', 'Handbook of the desk'],
    ['mails', 'E-mails to you'],
  ] as const) {
    await page.goto(`${portal.url}/desk/${address}`);
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expectGood(page);
  }
});

/** Elements of a column whose middle another element covers while they have the focus. */
const coveredOnFocus = (column: Locator) =>
  column.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>('input, textarea, select, summary, a, button')]
      .filter((each) => each.checkVisibility())
      .filter((each) => {
        each.focus();
        const { left, top, width, height } = each.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return document.activeElement === each && !each.contains(seen);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  );

function stateOf({ applications }: Persona, state: string): string {
  return applications.find((one) => one.state === state)?.number ?? '';
}

test('a public body gets the chosen part of its request, which its page describes', async ({
  browser,
  portal,
}) => {
  const { publicSector: body } = await seedPersonas(portal.url, 5);
  const inReview = body.applications.find(({ state }) => state === 'dataRequest.underReview');
  const number = inReview?.number ?? '';
  const desk = await visitAs(browser, portal, reviewer);
  await desk.goto(`${portal.url}/desk/applications/${number}`);
  const decision = desk.locator('#decision');
  await decision.getByRole('radio', { name: 'Approve the data request' }).check();
  const vehicles = decision.getByRole('group', { name: 'Vehicles' });
  await vehicles.getByRole('checkbox', { name: 'Car of a persona' }).check();
  await decision.getByRole('radio', { name: 'At most one value of a signal per minute' }).check();
  await expect(decision.getByText('Content of the report')).toBeVisible();
  await expect(letterOf(desk)).toContainText('Vehicles: Car of a persona');
  await desk.setViewportSize({ width: 1440, height: 900 });
  const column = await decision.locator('..').evaluate(({ scrollHeight }) => scrollHeight);
  expect(column).toBeLessThanOrEqual(1200);
  // Visible without scrolling.
  await expect(sendButton(desk)).toBeInViewport({ ratio: 1 });
  for (const height of [900, 720, 600]) {
    await desk.setViewportSize({ width: 1440, height });
    // The buttons at the end of the column cover nothing that has the focus.
    expect(await coveredOnFocus(decision.locator('..')), `at ${height}`).toEqual([]);
    expect(await violationsOf(desk)).toEqual([]);
  }
  await desk.setViewportSize({ width: 1440, height: 900 });
  await desk.getByText('How this date comes about').click();
  await desk.getByText('Counted day by day').click();
  await expectGood(desk);
  await sendButton(desk).click();
  await expect(desk.getByText('The data request is approved.')).toBeVisible();
  const theirs = await visitAs(browser, portal, body);
  await theirs.goto(`${portal.url}/home/data-acquisition/applications/${number}`);
  await expect(theirs.getByText('At most one value of a signal per minute')).toBeVisible();
  await expectGood(theirs);
});
