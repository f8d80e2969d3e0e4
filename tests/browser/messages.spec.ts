import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { sampleVin } from '#demo/vin.ts';
import { docxText } from '#tests/server/platform/http/docx-text.ts';
import { enterAs, seedPersonas } from './personas.ts';
import { type RunningPortal, signIn, test } from './portal.ts';
import { next, picture } from './steps.ts';
import { testControls } from './walks/test-controls.ts';

const LIST = '/home/data-acquisition';
const MEBIBYTE = 1024 * 1024;

test.use({ settings: { MODE: 'test' } });

/** Sets of personas that the tests have used. */
let sets = 0;

/** Opens a page as an owner of applications in every state, without drafts. */
async function asOwner(page: Page, portal: RunningPortal, address: string) {
  const { owner } = await seedPersonas(portal.url, ++sets);
  await enterAs(page, portal.url, owner);
  await page.goto(portal.url + address);
  return owner;
}

/** The vehicle's step of a new application. */
async function atProof(page: Page, portal: RunningPortal) {
  await asOwner(page, portal, `${LIST}/new/vehicle`);
  await page.getByLabel('Car of a persona').check();
}

const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').first().setInputFiles(files);
const fileRow = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test(
  '«Single file size must not exceed 20M» names the file, the others go on',
  { tag: ['@5-size', '@9-files'] },
  async ({ page, portal }, info) => {
    await atProof(page, portal);
    const [large, small] = [info.outputPath('film.png'), info.outputPath('行驶证 é.png')];
    await writeFile(large, Buffer.alloc(20 * MEBIBYTE + 1));
    await writeFile(small, picture('a.png').buffer);
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await choosing).setFiles([large, small]);
    await expect(page.getByRole('alert').filter({ hasText: 'film.png' })).toContainText(
      'Single file size must not exceed 20M',
    );
    await expect(fileRow(page, '行驶证 é.png')).toContainText('Uploaded');
  },
);

test('«File type not supported» names the file, also when its name belies its content', {
  tag: ['@5-type'],
}, async ({ page, portal }) => {
  await atProof(page, portal);
  const script = {
    name: 'run.exe',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('MZ'),
  };
  await choose(page, [script]);
  await expect(page.getByRole('alert').filter({ hasText: 'run.exe' })).toContainText(
    'File type not supported',
  );
  await choose(page, [{ ...script, name: 'proof.pdf' }]);
  await expect(fileRow(page, 'proof.pdf')).toContainText('File type not supported');
});

test('«File upload failed, please try again!» when the line breaks; trying again helps', {
  tag: ['@5-failed', '@8-upload'],
}, async ({ page, portal }) => {
  await atProof(page, portal);
  // The browser itself tries once more on a line that it had used before.
  await testControls(portal.url).order('networkLost', 9);
  await choose(page, [picture('proof.png')]);
  const row = fileRow(page, 'proof.png');
  await expect(row).toContainText('File upload failed, please try again!');
  await testControls(portal.url).order('networkLost', 0);
  await row.getByRole('button', { name: 'Retry' }).click();
  await expect(row).toContainText('Uploaded');
});

test('a sixth file is refused, five are taken', { tag: ['@5-number', '@9-files'] }, async ({
  page,
  portal,
}) => {
  await atProof(page, portal);
  await choose(
    page,
    ['1', '2', '3', '4', '5', '6'].map((n) => picture(`${n}.png`)),
  );
  await expect(page.getByRole('alert')).toContainText(['6.png: There can be at most 5 files']);
  await expect(fileRow(page, '.png').filter({ hasText: 'Uploaded' })).toHaveCount(5);
});

test('«Please upload the Data Sharing Agreement»; the template holds what was typed', {
  tag: ['@1-agreement', '@1-template', '@5-agreement', '@5-prompts'],
}, async ({ page, portal }) => {
  await atProof(page, portal);
  await choose(page, [picture('proof.png')]);
  await expect(fileRow(page, 'proof.png')).toContainText('Uploaded');
  await next(page);
  await page.getByRole('button', { name: 'Use the details of Anna Nowak' }).click();
  await next(page);
  await page.getByLabel('Purpose of use').selectOption('insurance');
  await page.getByLabel('A third party uses them').check();
  await page.getByLabel('Full name of the third party').fill('Insure SA');
  await page.getByLabel('Location of the third party').fill('Lyon, France');
  await page.getByLabel('E-mail address of the third party').fill('data@insure.example');
  await next(page);
  const summary = page.getByRole('region', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: 'Please upload the Data Sharing Agreement' }).click();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the contract template (Word)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('data-sharing-agreement.docx');
  const text = await docxText(await readFile(await download.path()));
  for (const part of [
    'Anna Nowak',
    'Insure SA',
    'Lyon, France',
    sampleVin(1000 + sets),
    'Insurance',
  ])
    expect(text).toContain(part);
});

test('«Network error» when no answer comes, and trying again helps', {
  tag: ['@8-transport'],
}, async ({ page, portal }) => {
  await page.route('**/userInfo/history', (route) => route.abort());
  await asOwner(page, portal, LIST);
  await expect(page.getByRole('alert').filter({ hasText: 'Network error' })).toBeVisible();
  await page.unroute('**/userInfo/history');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row').nth(2)).toContainText('VD-');
});

test('the server’s own text is shown, the same once, at most two at a time', {
  tag: ['@8-envelope', '@9-messages'],
}, async ({ page, portal }) => {
  const owner = await asOwner(page, portal, LIST);
  const messages = page.getByRole('button', { name: 'Close message' });
  const approved = owner.applications.find(({ state }) => state === 'approved')?.number;
  await page.goto(`${portal.url}${LIST}/applications/${approved}`);
  const download = page.getByRole('button', { name: 'Download data' });
  const says = (code: number, message: string) =>
    page.route('**/common/report?*', (route) =>
      route.fulfill({ status: 409, json: { code, message, data: null } }),
    );
  for (const text of ['First', 'Second', 'Second', 'Third']) {
    await says(40903, text);
    await download.click();
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await page.unroute('**/common/report?*');
  }
  await expect(messages).toHaveCount(2);
  await expect(page.getByText('First')).toBeHidden();
  await messages.first().click();
  await expect(messages).toHaveCount(1);
});

test('no message lies over the field that has the focus', {
  tag: ['@9-messages'],
}, async ({ page, portal }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await asOwner(page, portal, `${LIST}/approved`);
  for (const text of [
    'The report is not there yet, so nothing can be fetched now.',
    'Wait a little.',
  ]) {
    await page.route('**/common/report?*', (route) =>
      route.fulfill({ status: 409, json: { code: 40903, message: text, data: null } }),
    );
    await page.getByRole('button', { name: 'Download data' }).first().click();
    await expect(page.getByRole('alert')).toContainText(text);
  }
  await page.getByRole('link', { name: 'New application' }).click();
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  // Under the pointer they stay.
  await page.getByRole('alert').hover();
  const covered: string[] = [];
  const reached: string[] = [];
  while (!reached.at(-1)?.includes('Continue')) {
    await page.keyboard.press('Tab');
    const { name, isCovered } = await page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
      const focused = document.activeElement as HTMLElement;
      const over = document.querySelector('[role=alert]')?.getBoundingClientRect() as DOMRect;
      const { top, bottom } = focused.getBoundingClientRect();
      return {
        name: focused.id || (focused.textContent ?? ''),
        isCovered: over.height > 50 && bottom > over.top && top < over.bottom,
      };
    });
    reached.push(name);
    if (isCovered) covered.push(name);
  }
  expect(reached).toContain('field-vehicle.proof');
  expect(covered).toEqual([]);
  await expect(page.getByRole('button', { name: 'Close message' })).toHaveCount(2);
});

test('«File acquisition error, refresh and try again» when the report’s file does not come', {
  tag: ['@8-file'],
}, async ({ page, portal }) => {
  const owner = await asOwner(page, portal, LIST);
  const approved = owner.applications.find(({ state }) => state === 'approved')?.number;
  await page.goto(`${portal.url}${LIST}/applications/${approved}`);
  await page.route('**/common/report?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Download data' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'File acquisition' })).toHaveText(
    'File acquisition error, refresh and try again',
  );
});

test('«Generating file… check your e-mail» while the report is made again', {
  tag: ['@4-report', '@8-generating'],
}, async ({ page, portal }) => {
  const owner = await asOwner(page, portal, LIST);
  const approved = owner.applications.find(({ state }) => state === 'approved')?.number;
  await page.goto(`${portal.url}${LIST}/applications/${approved}`);
  const again = page.getByRole('button', { name: 'Generate the report again' });
  await again.waitFor();
  // Two tries fail: the third is later than this test.
  await testControls(portal.url).order('exportFails', 2);
  await again.click();
  await expect(page.getByText('Generating file… check your e-mail')).toBeVisible();
  await testControls(portal.url).order('exportFails', 0);
});

test('no eligible vehicle: that access is unsupported, and to link one in the app first', {
  tag: ['@1-link', '@5-no-vehicle', '@8-no-vehicle'],
}, async ({ page, portal }) => {
  await page.goto(`${portal.url}${LIST}/new/about-you`);
  await signIn(page, portal, 'carless@example.eu');
  await expect(
    page.getByText(
      'No vehicles under the account are eligible, data access temporarily unsupported',
    ),
  ).toBeVisible();
  await expect(page.getByText('Please first complete registration and linking')).toBeVisible();
});

test('disabled cookies are warned of', { tag: ['@8-cookies-off'] }, async ({ page, portal }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
  );
  await page.goto(`${portal.url}/role`);
  await expect(page.getByRole('alert').filter({ hasText: 'Cookies are disabled' })).toContainText(
    'Enable them, or the site cannot be used normally.',
  );
});

test('five wrong codes block sign-in, and the page says until when', {
  tag: ['@4-lock', '@8-lock', '@9-lock'],
}, async ({ page, portal }) => {
  const email = 'forgetful@example.eu';
  await page.goto(`${portal.url}/login`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel(/I have read/).check();
  await page.getByRole('button', { name: 'Send e-mail' }).click();
  const [code] = await portal.mailed(email, /\b\d{6}\b/);
  const wrong = code === '000000' ? '111111' : '000000';
  const field = page.getByLabel('Verification code');
  for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
    await field.fill(wrong);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').filter({ hasText: left })).toBeVisible();
  }
  await field.fill(wrong);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const blocked = page.getByRole('alert').filter({ hasText: 'Sign-in is blocked' });
  await expect(blocked).toContainText('24 hours');
  await expect(blocked).toContainText(/In your local time: .*20\d\d.*\d\d:\d\d/);

  await page.getByRole('button', { name: 'Use another e-mail address' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel(/I have read/).check();
  await page.getByRole('button', { name: 'Send e-mail' }).click();
  await expect(blocked, 'the right code would not help either').toBeVisible();
});

test('a change of language needs functional cookies, and says so in the chosen language', {
  tag: ['@1-language-cookie', '@2-policies', '@8-consent'],
}, async ({ page, portal }) => {
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
  const asked = Promise.withResolvers<void>();
  await page.route('**/cookieRecord', async (route) => {
    await asked.promise;
    await route.continue();
  });
  const listed = Promise.withResolvers<void>();
  await page.route('**/cookieList', async (route) => {
    await listed.promise;
    await route.continue();
  });
  await page.goto(`${portal.url}/role`);
  await page.getByRole('button', { name: 'Only necessary cookies' }).click();
  const language = page.getByRole('combobox').last();
  // A choice that is not on record yet is waited for.
  await language.selectOption('pl');
  await expect(language).toHaveValue('en');
  asked.resolve();
  const settings = page.getByRole('dialog');
  await expect(settings.getByText('Aby zmienić język')).toBeVisible();
  const height = async () => (await settings.boundingBox())?.height;
  const opened = await height();
  listed.resolve();
  await expect(settings.getByText('session-id')).toHaveCount(1);
  expect(await height()).toBe(opened);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');

  await settings.getByLabel('Funkcjonalne pliki cookie').check();
  await settings.getByRole('button', { name: 'Zapisz ustawienia' }).click();
  await expect(settings).toBeHidden();
  // The language that was chosen before is taken now.
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  expect(await cookies()).toContain('language');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');

  await page.getByRole('button', { name: 'Ustawienia plików cookie' }).click();
  await settings.locator('input[type=checkbox]').last().uncheck();
  await settings.getByRole('button', { name: 'Zapisz' }).click();
  await expect.poll(cookies).not.toContain('language');
});

test('the policies come in the language of the page, again when it changes', {
  tag: ['@2-policies', '@3-texts', '@7-headers', '@7-agreement'],
}, async ({ page, portal }) => {
  await page
    .context()
    .addCookies([{ name: 'cookie-consent', value: 'functional.test', url: portal.url }]);
  await page.goto(`${portal.url}/policy/privacy`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy');
  const asked = page.waitForRequest('**/common/agreement');
  await page.getByRole('combobox').last().selectOption('fr');
  expect((await asked).headers()['accept-language']).toBe('fr');
  expect((await asked).postDataJSON()).toEqual({ type: 'SendCaptcha' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/confidentialité/);
});
