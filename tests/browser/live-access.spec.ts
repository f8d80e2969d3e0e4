import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { INGEST_PATH } from '#server/vehicles/ingest.ts';
import { SANDBOX_VIN } from '#server/vehicles/sandbox-car.ts';
import { anotherPage, type RunningPortal, signIn, test } from './portal.ts';
import { expectGood } from './widths.ts';

const INGEST_TOKEN = randomBytes(32).toString('hex');
test.use({ settings: { SANDBOX_CAR: 'yes', INGEST_TOKEN } });

/** Sends a range of the sandbox car. While it drives, its simulation sends one every 30 s. */
async function sendRange({ url }: RunningPortal, kilometres: number): Promise<void> {
  const { status } = await fetch(url + INGEST_PATH, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${INGEST_TOKEN}`,
      'content-type': 'application/x-ndjson',
    },
    body: JSON.stringify({
      vin: SANDBOX_VIN,
      signal: 'Vehicle.Powertrain.TractionBattery.Range',
      value: kilometres * 1000,
      capturedAt: new Date().toISOString(),
    }),
  });
  expect(status).toBe(200);
}

/** Pastes a line into a shell; returns its output up to the given text. */
async function outputOf(line: string, until: string): Promise<string> {
  const shell = spawn('bash', ['-c', line], { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  for await (const chunk of shell.stdout) {
    output += chunk;
    if (output.includes(until)) break;
  }
  shell.kill();
  return output;
}

test('an owner starts live access, sees values arrive, and creates, uses and revokes a token', async ({
  page,
  browser,
  portal,
}) => {
  const range = (kilometres: number) => page.getByText(`${kilometres} km`, { exact: true });
  await page.goto(`${portal.url}/home/live-access`);
  await signIn(page, portal, 'live@example.eu');
  await page.getByRole('button', { name: 'Only necessary cookies' }).click();
  await page.getByRole('button', { name: 'Start live access' }).click();
  await expect(page.getByText('Speed', { exact: true })).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  const boxOf = async (heading: string) => {
    const panel = page
      .locator('.panel')
      .filter({ has: page.getByRole('heading', { name: heading }) });
    return (await panel.boundingBox()) ?? { y: 0, height: 0 };
  };
  const recipients = await boxOf('Who receives data');
  const programs = await boxOf('For your programs');
  expect(programs.y - recipients.y - recipients.height, 'gap between panels').toBeLessThan(40);

  await test.step('a value is shown when it arrives, without another call', async () => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // A part of the page may still be loading.
      if (!pathname.startsWith('/assets/')) calls.push(pathname);
    });
    await sendRange(portal, 231);
    await expect(range(231)).toBeVisible();
    expect(calls).toEqual([]);
  });

  await test.step('no value is shown during a pause, and the latest one after it', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(other.getByText('231 km', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Pause updates' }).click();
    await sendRange(portal, 232);
    // The value has arrived in a page without a pause.
    await expect(other.getByText('232 km', { exact: true })).toBeVisible();
    await other.close();
    await expect(range(231)).toBeVisible();
    await page.getByRole('button', { name: 'Resume updates' }).click();
    await expect(range(232)).toBeVisible();
  });

  // A name without a place to break, as programs create it.
  const name = `dashboard-${'x'.repeat(150)}`;
  const line = await test.step('a token is shown once, with commands for a terminal', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Create the token' }).click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: /^Copy Latest values/ }).click();
    await expectGood(page);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const lines = await page.locator('pre').allInnerTexts();
    expect(lines[0]).toBe(copied);
    await sendRange(portal, 232);
    const expected = ['"value":232000', '{"capturedAt":', 'event: heartbeat'];
    for (const [index, text] of expected.entries())
      expect(await outputOf(lines[index] ?? '', text)).toContain(text);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    return /^curl -H "(.*?): (.*)" "(.*)"$/.exec(copied) ?? [];
  });
  const [, header = '', value = '', address = ''] = line;
  const request = () => fetch(address, { headers: { [header]: value } });
  await sendRange(portal, 232);
  expect(await (await request()).text()).toContain('"value":232000');

  await test.step('a revoked token is rejected', async () => {
    await page.getByRole('button', { name: `Revoke ${name}` }).click();
    await page.getByRole('button', { name: 'Revoke the token' }).click();
    await expect(page.getByText('The token is revoked.')).toBeVisible();
    expect((await request()).status).toBe(401);
  });

  await test.step('the stream ends when the owner ends the access elsewhere', async () => {
    const elsewhere = await anotherPage(browser);
    await elsewhere.context().addCookies(await page.context().cookies());
    await elsewhere.goto(page.url());
    await elsewhere.getByRole('button', { name: 'End', exact: true }).click();
    await elsewhere.getByRole('button', { name: 'End live access' }).click();
    await expect(page.getByText(/^You ended live access on/)).toBeVisible({ timeout: 5000 });
  });
});
