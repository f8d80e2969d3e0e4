import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { DataOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { createPdf } from '#demo/sample-pdf.ts';
import { sampleVin } from '#demo/seed.ts';
import { vehicleOf } from '#demo/testing/persona-vehicle.ts';
import type { Persona } from '#demo/testing/personas.ts';
import { callOverHttp } from '../server/over-http.ts';
import { visitAs } from './desk.ts';
import { seedPersonas } from './personas.ts';
import { type RunningPortal, test } from './portal.ts';
import { expectGood } from './widths.ts';

/** Not used by other tests, because of the daily limit of applications. */
const SET = 38;
const VIN = sampleVin(1000 + SET);
const { user } = endpoints.personQualificationReview.example.form;
const HOLDER = `${user.firstName} ${user.lastName}`;

let page: Page;
let owner: Persona;

test.beforeAll(async ({ browser, portal }) => {
  const personas = await seedPersonas(portal.url, SET);
  ({ owner } = personas);
  page = await visitAs(browser, portal, personas.reviewer);
  await page.setViewportSize({ width: 1440, height: 900 });
});
test.afterAll(() => page.context().close());

const proof = (vin: string) =>
  createPdf('Vehicle registration certificate (sample)', [
    `Holder: ${HOLDER}`,
    'Vehicle identification number:',
    `   ${vin.slice(0, 9)} ${vin.slice(9)}`,
  ]);
/** Without its cross-reference table, which readers rebuild. */
const turned = (pdf: Buffer) =>
  Buffer.from(
    pdf
      .toString('latin1')
      .replace('/MediaBox', '/Rotate 90 /MediaBox')
      .replace(/xref\n.*trailer/s, 'trailer')
      .replace(/startxref\n\d+\n/, ''),
    'latin1',
  );

const checks = () => page.locator('#form li[data-kind]');
const frames = () => page.locator('[data-found]');
const frameOf = (field: 'name' | 'vin') => page.locator(`[data-found=${field}] > :first-child`);

/** Points of the page, from its top left: 595 by 842. The font is Helvetica of 12 points. */
async function pointsOf(frame: Locator) {
  const [box, sheet] = await Promise.all([
    frame.boundingBox(),
    page.locator('[data-page="1"]').boundingBox(),
  ]);
  if (!box || !sheet) throw new Error('The frame is not shown');
  const unit = sheet.width / 595;
  const left = (box.x - sheet.x) / unit;
  const top = (box.y - sheet.y) / unit;
  const right = left + box.width / unit;
  return { left, right, top, bottom: top + box.height / unit, border: 2 / unit };
}

/** Allows for the distance of the border from the text, and for another width of letters. */
const NEAR = 8;
function expectNear(actual: Record<string, number>, expected: Record<string, number>) {
  for (const [side, value] of Object.entries(expected))
    expect(Math.abs((actual[side] ?? 0) - value), `${side} ${actual[side]}`).toBeLessThan(NEAR);
}

test('name and VIN are framed where the proof contains them, and linked with the form', async ({
  portal,
}) => {
  await open(portal, { 'registration.pdf': proof(VIN) });
  await expect(checks().nth(1)).toHaveText(
    'Name and VIN: same in the proof. registration.pdf, page 1',
  );
  await expect(frames()).toHaveText(['name', 'VIN, same as in the form']);
  // «Holder: » is 42 points wide, «Anna Nowak» 68, and its baseline is 142 from the top.
  expectNear(await pointsOf(frameOf('name')), { left: 114, right: 182, top: 131, bottom: 145 });
  // Three spaces, 10 points.
  expectNear(await pointsOf(frameOf('vin')), { left: 82, top: 171, bottom: 185 });
  // The border is outside the first and the last letter.
  for (const [field, from, to] of [
    ['name', 114, 182],
    ['vin', 82, null],
  ] as const) {
    const { left, right, border } = await pointsOf(frameOf(field));
    expect(left + border, field).toBeLessThan(from);
    if (to) expect(right - border, field).toBeGreaterThan(to);
  }
  await expectGood(page);

  const form = page.locator('#form');
  await form.getByRole('button', { name: 'page 1', exact: true }).last().click();
  await expect(page.locator('[data-found=vin]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#filed-vin')).toBeFocused();
  await checks().getByRole('button', { name: 'registration.pdf, page 1' }).click();
  await expect(page.locator('[data-found=name]')).toBeFocused();
});

test('a frame turns and grows with its page', async () => {
  await page.getByRole('button', { name: 'Turn the page' }).click();
  const sheet = (await page.locator('[data-page="1"]').boundingBox()) ?? { width: 0, height: 1 };
  await expect
    .poll(async () => (await page.locator('[data-page="1"] canvas').boundingBox())?.height)
    .toBeLessThan(sheet.width);
  const name = await frameOf('name').boundingBox();
  expect(name?.height).toBeGreaterThan((name?.width ?? 0) * 2);
  const before = await page.locator('[data-page="1"]').boundingBox();
  await page.getByRole('button', { name: 'Larger' }).click();
  await expect
    .poll(async () => (await page.locator('[data-page="1"]').boundingBox())?.width)
    .toBeGreaterThan((before?.width ?? 0) * 1.4);
});

test('a proof of another vehicle has no frame for the VIN', async ({ portal }) => {
  const other = `${VIN.slice(0, -1)}${(Number(VIN.at(-1)) + 1) % 10}`;
  await open(portal, { 'registration.pdf': proof(other) });
  await expect(checks().nth(1)).toHaveText('Name: same in the proof. registration.pdf, page 1');
  await expect(checks().nth(2)).toHaveText('VIN: not found in the text of registration.pdf');
  await expect(frames()).toHaveText(['name']);
  await expect(page.locator('#filed-vin').getByRole('button')).toHaveCount(0);
});

test('fields of a page that lies on its side are framed upright', async ({ portal }) => {
  await open(portal, { 'registration.pdf': turned(proof(VIN)) });
  await expect(frames()).toHaveCount(2);
  const name = await frameOf('name').boundingBox();
  // The page is turned clockwise, and its text with it.
  expect(name?.height).toBeGreaterThan((name?.width ?? 0) * 2);
});

test('a scan is not compared, but the next proof is, and keys switch between them', async ({
  portal,
}) => {
  const scan = await readFile(join(import.meta.dirname, 'papers', 'fax.pdf'));
  await open(portal, { 'scan.pdf': scan, 'registration.pdf': proof(VIN) });
  await expect(page.getByText('This file has no text that can be compared.')).toBeVisible();
  await expect(checks().nth(1)).toHaveText(
    'Name and VIN: same in the proof. registration.pdf, page 1',
  );
  await expect(frames()).toHaveCount(0);
  await page.keyboard.press('f');
  await expect(page.getByRole('region', { name: 'File: registration.pdf' })).toBeVisible();
  await expect(frames()).toHaveCount(2);
  await page.keyboard.press('g');
  await expect(page.getByRole('region', { name: 'File: scan.pdf' })).toBeVisible();
});

/** Files an application with these proofs and opens it at the desk. */
async function open(portal: RunningPortal, proofs: Record<string, Buffer>): Promise<void> {
  const ids: string[] = [];
  for (const [name, content] of Object.entries(proofs)) {
    const body = new FormData();
    body.set('usage', 'vehicleProof');
    body.set('file', new File([new Uint8Array(content)], name));
    const answer = await fetch(portal.url + endpoints.personUploadCert.path, {
      method: 'POST',
      headers: { [LOGIN_HEADER]: owner.token },
      body,
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    const { data } = (await answer.json()) as { data: DataOf<typeof endpoints.personUploadCert> };
    ids.push(data.fileId);
  }
  const { form } = endpoints.personQualificationReview.example;
  const vehicle = { vehicleId: vehicleOf(SET), proof: ids };
  const filing = { submissionId: randomUUID(), form: { ...form, vehicle } };
  const { data } = await callOverHttp(portal.url, 'personQualificationReview', filing, owner.token);
  const { applicationNumber } = data as DataOf<typeof endpoints.personQualificationReview>;
  await page.goto(`${portal.url}/desk/applications/${applicationNumber}`);
  await expect(page.locator('#proof [data-page] canvas').first()).toBeVisible();
}
