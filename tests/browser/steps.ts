import { expect, type Page } from '@playwright/test';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture, one pixel large. */
export const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: png });

/**
 * Fills in the requester's details; `country` if it differs from that of the browser's time zone.
 */
export async function fillUser(page: Page, country?: string): Promise<void> {
  await page.getByLabel('First name').fill('Anna');
  await page.getByLabel('Last name').fill('Nowak');
  await page.getByLabel('Date of birth').fill('1985-04-12');
  await page.getByLabel('Phone number').fill('+48 600 100 200');
  await page.getByLabel('Contact address').fill('ul. Długa 7');
  await page.getByLabel('Post code').fill('31-147');
  await page.getByLabel('City').fill('Kraków');
  const field = page.getByLabel('Country or region');
  if (country) await field.selectOption(country);
  await expect(field).toHaveValue('PL');
}

/** Uploads pictures into the `nth` upload area of the page and waits until all are stored. */
export async function upload(page: Page, names: readonly string[], nth = 0): Promise<void> {
  await page.locator('input[type=file]').nth(nth).setInputFiles(names.map(picture));
  for (const name of names)
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Uploaded');
}

/**
 * Counts the actions on a page from now on: fields and files that are filled in, buttons and links
 * that are pressed, and pages with such a press.
 */
export async function countSteps(page: Page) {
  const seen = { inputs: new Set<string>(), clicks: [] as string[], screens: new Set<string>() };
  await page.exposeFunction('inputGiven', (field: string) => void seen.inputs.add(field));
  await page.exposeFunction('controlPressed', (control: string, screen: string) => {
    seen.clicks.push(control);
    seen.screens.add(screen);
  });
  await page.addInitScript(() => {
    const { inputGiven, controlPressed } = window as unknown as Record<
      'inputGiven' | 'controlPressed',
      (...texts: string[]) => void
    >;
    addEventListener(
      'input',
      ({ target }) => {
        const field = target as HTMLInputElement;
        const name = `${location.pathname} ${field.id || field.name}`;
        if (!field.files) return inputGiven(name);
        for (const file of field.files) inputGiven(`${name} ${file.name}`);
      },
      true,
    );
    addEventListener(
      'click',
      ({ target }) => {
        const control = (target as Element).closest('a, button');
        if (control) controlPressed(control.textContent ?? '', document.title);
      },
      true,
    );
  });
  return () => ({
    inputs: seen.inputs.size,
    clicks: seen.clicks.length,
    screens: seen.screens.size,
  });
}

export const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

/** The application number that the address of the page names. */
export function numberOf(page: Page): string {
  return /applications\/([^/?#]+)/.exec(page.url())?.[1] ?? '';
}

export interface Application {
  /** Label of the vehicle. */
  vehicle: string;
  proof: readonly string[];
}

/** Files an application from the list's page and returns its number. */
export async function apply(page: Page, application: Application): Promise<string> {
  const { vehicle, proof } = application;
  await page.getByRole('link', { name: 'New application' }).click();
  await page.getByRole('radio', { name: vehicle }).check();
  await upload(page, proof);
  await next(page);
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
  await fillUser(page);
  await next(page);
  await page.getByRole('link', { name: 'Change application information' }).click();
  await page.getByLabel('Purpose of use').selectOption('insurance');
  await next(page);
  await page.getByLabel(/I accept the user agreement/).check();
  await page.getByRole('button', { name: 'Send the application' }).click();
  await expect(page.getByRole('heading', { name: 'Your application is filed' })).toBeVisible();
  return numberOf(page);
}
