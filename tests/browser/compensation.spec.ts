import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import type { PublicForm } from '#contract/public-form.ts';
import type { Persona } from '#demo/testing/personas.ts';
import { Calls } from '../load/call.ts';
import { visitAs } from './desk.ts';
import { keyboardOf } from './keyboard.ts';
import { addressOf, seedPersonas } from './personas.ts';
import { test } from './portal.ts';
import { picture } from './steps.ts';
import { expectGood } from './widths.ts';

let body: Persona;
let reviewer: Persona;
test.beforeAll(async ({ portal }) => {
  ({ publicSector: body, reviewer } = await seedPersonas(portal.url));
});

const deskOf = (number: string) => `/desk/applications/${number}`;
/** A day in the format of a date field. */
const inDays = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const theirsOf = (number: string) => `/home/data-acquisition/applications/${number}`;

/** Files a request in an emergency and returns its number. */
async function fileEmergency(url: string): Promise<string> {
  const calls = new Calls(url);
  const caller = { network: '', token: body.token };
  const { name, buffer } = picture('decree.png');
  const decree = new File([new Uint8Array(buffer)], name);
  const materials = [await calls.upload(caller, 'publicUploadCert', 'publicMaterial', decree)];
  const { form } = endpoints.publicApplication.example as { form: PublicForm };
  const { applicationNumber } = await calls.call<{ applicationNumber: string }>(
    caller,
    'publicApplication',
    { submissionId: randomUUID(), form: { ...form, type: 'publicEmergency', materials } },
  );
  return applicationNumber;
}

test('a body receives a quote, objects to it and accepts it, by keyboard alone', async ({
  browser,
  portal,
}) => {
  const number = addressOf(body, '{dataRequest.underReview}');
  const desk = await visitAs(browser, portal, reviewer);
  await desk.goto(portal.url + deskOf(number));
  await desk.getByRole('button', { name: 'Send a quote' }).click();
  await desk.getByRole('button', { name: 'Send the quote' }).click();
  await expect(desk.getByText('Enter at least one amount').first()).toBeVisible();
  await expectGood(desk);
  await desk.getByLabel('Anonymisation').fill('1 250,50');
  await desk.getByLabel('Basis of the calculation').fill('Ten hours of an engineer');
  await desk.getByLabel('Valid until').fill(inDays(30));
  await desk.getByRole('button', { name: 'Send the quote' }).click();
  await expect(desk.getByText('The quote is sent.')).toBeVisible();

  const theirs = await visitAs(browser, portal, body);
  await theirs.goto(portal.url + theirsOf(number));
  const keys = keyboardOf(theirs);
  const quotes = theirs.locator('#quotes');
  await expect(quotes).toContainText('€1,250.50');
  await expectGood(theirs);
  // The link moves the focus each time.
  for (const _ of Array(2)) {
    await keys.press(theirs.getByRole('link', { name: 'See the quote' }));
    await expect(quotes).toBeFocused();
  }
  await keys.press(quotes.getByRole('button', { name: 'Object to the quote' }));
  const why = quotes.getByLabel('Why do you object?');
  await expectGood(theirs);
  await keys.type(why, 'Ten hours are too many.');
  await keys.press(quotes.getByRole('button', { name: 'Send the objection' }));
  await expect(quotes).toContainText('lodge a complaint with the competent authority');
  await expect(quotes.getByRole('blockquote')).toHaveText('Ten hours are too many.');
  await expectGood(theirs);
  // An open page notices the change without a reload.
  await desk.getByRole('button', { name: 'Show how it is now' }).click();
  await expect(desk.getByText('Ten hours are too many.')).toBeVisible();
  await keys.press(quotes.getByRole('button', { name: 'Accept the quote' }));
  const dialog = theirs.getByRole('dialog');
  await expect(dialog).toContainText('€1,250.50');
  await expectGood(theirs);
  await keys.press(dialog.getByRole('button', { name: 'Accept the quote' }));
  await expect(quotes).toContainText('€1,250.50 · Accepted');
  await expect(quotes.getByRole('button')).toHaveCount(0);
  await expectGood(theirs);
});

test('in an emergency a body is asked for public acknowledgement and cannot be sent a quote', async ({
  browser,
  portal,
}) => {
  const number = await fileEmergency(portal.url);
  const desk = await visitAs(browser, portal, reviewer);
  await desk.goto(portal.url + deskOf(number));
  await expect(desk.getByRole('button', { name: 'Send a quote' })).toBeHidden();
  await desk.getByRole('button', { name: 'Ask for public acknowledgement' }).click();
  await expect(desk.getByText('The body is asked for acknowledgement.')).toBeVisible();
  await expectGood(desk);
  const theirs = await visitAs(browser, portal, body);
  await theirs.goto(portal.url + theirsOf(number));
  await expect(theirs.getByText('Public acknowledgement asked for on')).toBeVisible();
  await expectGood(theirs);
});
