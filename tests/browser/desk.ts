import { type Browser, expect, type Page } from '@playwright/test';
import type { Persona } from '#demo/testing/personas.ts';
import { enterAs } from './personas.ts';
import { anotherPage, type RunningPortal, signIn } from './portal.ts';

/** Opens a separate browser context, signed in as a persona. */
export async function visitAs(browser: Browser, portal: RunningPortal, persona: Persona) {
  const page = await anotherPage(browser);
  await enterAs(page, portal.url, persona);
  return page;
}

/** Opens the desk in a separate browser context, signed in with a code. */
export async function visitDesk(browser: Browser, portal: RunningPortal, email: string) {
  const page = await anotherPage(browser);
  await page.goto(`${portal.url}/desk`);
  await signIn(page, portal, email);
  await expect(queueOf(page)).toBeVisible();
  return page;
}

export const queueOf = (page: Page) => page.getByRole('heading', { name: /^We need to act/ });

/** Message on the page after a decision, by the label of its button. */
const done = {
  'Start the review': 'The review has started.',
  'Confirm eligibility': 'The eligibility is confirmed.',
  'Ask for more information': 'Your question was sent to the requester.',
  'Approve the data request': 'The data request is approved.',
  'Resume the sharing': 'The sharing is resumed.',
  Refuse: 'The application is refused.',
} as const;
export type Decision = keyof typeof done;

/** Chooses a decision on the page of a case, and types what it needs. */
export async function prepare(page: Page, decision: Decision, text = ''): Promise<void> {
  await page.getByRole('radio', { name: decision, exact: true }).check();
  if (decision === 'Refuse')
    await page.getByRole('group', { name: 'Ground' }).getByRole('radio').first().check();
  if (decision === 'Approve the data request') await chooseExtent(page);
  if (text) await page.getByLabel(/Text to the requester/).fill(text);
}

/** Selects all vehicles and values in a public body's request; does nothing in a customer's. */
export async function chooseExtent(page: Page): Promise<void> {
  const vehicles = page.getByRole('group', { name: 'Vehicles' }).getByRole('checkbox');
  await expect(
    vehicles.first().or(page.getByRole('heading', { name: 'Content of the report' })),
  ).toBeVisible();
  for (const one of await vehicles.all()) await one.check();
  if ((await vehicles.count()) > 0)
    await page.getByRole('radio', { name: 'Every value that was recorded' }).check();
}

/** Sends the prepared decision once its letter is shown, and stays on the case. */
export async function confirm(page: Page, decision: Decision): Promise<void> {
  const silent = page.locator('#decision').getByText('No e-mail is sent');
  await expect(letterOf(page).or(silent)).toBeVisible();
  await sendButton(page).click();
  await expect(page.getByText(done[decision], { exact: true })).toBeVisible();
  // The form is empty again, and keys choose decisions.
  await expect(sendButton(page)).toBeHidden();
}

export const letterOf = (page: Page) => page.locator('#decision, #letter').getByRole('article');
export const sendButton = (page: Page) =>
  page.locator('#decision').getByRole('button', { name: 'Send', exact: true });
