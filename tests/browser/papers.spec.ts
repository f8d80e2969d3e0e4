import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { DataOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import type { Persona } from '#demo/testing/personas.ts';
import { callOverHttp } from '../server/over-http.ts';
import { visitAs } from './desk.ts';
import { seedPersonas } from './personas.ts';
import { type RunningPortal, test } from './portal.ts';

/**
 * Samples and the least share of ink that their page shows. Half of each picture is black, behind
 * the codecs of scanners (CCITT G4, JBIG2, JPEG 2000); `chinese.pdf` embeds no font.
 */
const samples = {
  'photo.jpg': 0.4,
  'scan.png': 0.4,
  'fax.pdf': 0.2,
  'jbig2.pdf': 0.2,
  'jpeg2000.pdf': 0.2,
  'fonts.pdf': 0.005,
  'chinese.pdf': 0.005,
  'rotated.pdf': 0.2,
};
const DAMAGED = 'damaged.pdf';
const PAGES = 60;
const LONG = 'sixty-pages.pdf';

let page: Page;
/** The application that each sample was filed with. */
const filedWith = new Map<string, string>();

test.beforeAll(async ({ browser, portal }) => {
  const { publicSector, reviewer } = await seedPersonas(portal.url);
  const names = [...Object.keys(samples), DAMAGED, LONG];
  for (const few of [names.slice(0, 5), names.slice(5)]) {
    const number = await file(portal, publicSector, few);
    for (const name of few) filedWith.set(name, number);
  }
  page = await visitAs(browser, portal, reviewer);
});
test.afterAll(() => page.context().close());

for (const [name, share] of Object.entries(samples))
  test(`a reviewer sees ${name}`, async ({ portal }) => {
    // The file embeds no font.
    test.skip(
      name === 'chinese.pdf' && !process.env.CI && !(await hasChineseFont()),
      'no Chinese font is installed (Debian: apt install fonts-wqy-microhei)',
    );
    const paper = await show(portal, name);
    const shown = paper.getByRole('img', { name: 'Page 1 of 1' });
    await expect(shown).toBeVisible();
    await expect.poll(() => inkOf(shown)).toBeGreaterThan(share);
    const { width, height } = (await shown.boundingBox()) ?? { width: 0, height: 0 };
    if (name === 'rotated.pdf') expect(width, 'it lies on its side').toBeGreaterThan(height);
  });

/** Returns true if a Chinese character is drawn differently from a character that no font has. */
const hasChineseFont = () =>
  page.evaluate(() => {
    const draw = (character: string) => {
      const context = document.createElement('canvas').getContext('2d');
      context?.fillText(character, 0, 20);
      return context?.canvas.toDataURL();
    };
    return draw('车') !== draw('\u{10fffd}');
  });

test('each of 60 pages is drawn when it comes into view', async ({ portal }) => {
  const paper = await show(portal, LONG);
  const pages = paper.getByRole('img');
  await expect(pages).toHaveCount(PAGES);
  await expect.poll(() => inkOf(pages.first())).toBeGreaterThan(0.005);
  // Pages outside the viewport take no memory.
  expect(await pages.last().evaluate((canvas) => (canvas as HTMLCanvasElement).width)).toBe(0);
  await pages.last().scrollIntoViewIfNeeded();
  await expect.poll(() => inkOf(pages.last())).toBeGreaterThan(0.005);
});

test('a damaged file is explained, and can be downloaded', async ({ portal }) => {
  const paper = await show(portal, DAMAGED);
  await expect(paper.getByRole('alert')).toContainText('Download it and open it');
  const saved = page.waitForEvent('download');
  await paper.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe(DAMAGED);
});

async function show({ url }: RunningPortal, name: string): Promise<Locator> {
  const address = `${url}/desk/applications/${filedWith.get(name)}`;
  if (page.url() !== address) await page.goto(address);
  await page.getByRole('button', { name: `Show ${name}` }).click();
  return page.getByRole('region', { name: `File: ${name}` });
}

/** The share of a canvas that is neither white nor transparent. */
function inkOf(canvas: Locator): Promise<number> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    // Not drawn yet.
    if (width * height === 0) return 0;
    const context = (element as HTMLCanvasElement).getContext('2d');
    const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    let ink = 0;
    for (let at = 0; at < pixels.length; at += 4)
      if (
        pixels[at + 3] &&
        Math.min(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) < 200
      )
        ink++;
    return ink / (width * height);
  });
}

/** A PDF whose pages show their numbers, without a cross-reference table, which readers rebuild. */
function longPaper(): string {
  const pages = Array.from({ length: PAGES }, (_, index) => index + 1);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((page) => `${2 + 2 * page} 0 R`).join(' ')}] /Count ${PAGES} /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((page) => {
      const content = `BT /F 220 Tf 120 350 Td (${page}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /Contents ${3 + 2 * page} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  const all = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return `%PDF-1.4\n${all}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`;
}

/** Files the request of a public-sector body with these samples; returns its number. */
async function file({ url }: RunningPortal, { token }: Persona, names: readonly string[]) {
  const materials: string[] = [];
  for (const name of names) {
    const content = new FormData();
    content.set('usage', 'publicMaterial');
    const stored = () => readFile(join(import.meta.dirname, 'papers', name));
    content.set('file', new File([name === LONG ? longPaper() : await stored()], name));
    const answer = await fetch(url + endpoints.publicUploadCert.path, {
      method: 'POST',
      headers: { [LOGIN_HEADER]: token },
      body: content,
    });
    expect(answer.status, `${name}: ${await answer.clone().text()}`).toBe(200);
    const { data } = (await answer.json()) as { data: DataOf<typeof endpoints.publicUploadCert> };
    materials.push(data.fileId);
  }
  const { form } = endpoints.publicApplication.example;
  const filing = { submissionId: randomUUID(), form: { ...form, materials } };
  const { data } = await callOverHttp(url, 'publicApplication', filing, token);
  return (data as DataOf<typeof endpoints.publicApplication>).applicationNumber;
}
