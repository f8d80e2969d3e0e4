import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { bareEnvironment } from '#tests/compile-cache.ts';
import { type SmtpPeer, startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { startServer } from '../server-process.ts';
import { violationsOf } from './axe.ts';
import { overflowOf } from './overflow.ts';
import { awaitTakeOver } from './take-over.ts';
import { translateEverything } from './translated.ts';

/** Server of the built product, as `npm start` starts it, with a mail server. */
export interface RunningPortal {
  url: string;
  dataDir: string;
  /** Texts of the mails to an address, oldest first. */
  mailsTo(address: string): string[];
  /** Waits for a mail that matches `pattern` and returns the match. */
  mailed(address: string, pattern: RegExp): Promise<RegExpExecArray>;
  /** Kills the server, and starts it again at the same address after `meanwhile`. */
  killed(meanwhile: () => Promise<void>): Promise<void>;
  /** `portal import` with these arguments. */
  importDrive(...args: string[]): void;
}

interface Settings {
  /** Environment variables of the server. Test files that leave them out share one in a worker. */
  settings: Record<string, string>;
}

/**
 * For files that advance the clock or count applications at the desk: a portal that no other file
 * uses.
 */
export const ownPortal = { settings: { MODE: 'test' } };

/** An option of Playwright's projects. */
export interface Translation {
  /** Whether the browser translates every page, as Google Translate does. */
  translated: boolean;
}

/** Console errors of the browser for rejected calls and lost scripts, which tests provoke. */
const provoked =
  /Failed to load resource|Failed to fetch dynamically imported module|script of the page hangs/;

/** Violations of the content security policy on any page of the test. */
const handedOver: string[] = [];
/** Errors in the console of any page of the test. */
const errors: string[] = [];
/** Collects errors and violations of the content security policy in every page of a browser. */
async function watch(context: BrowserContext): Promise<void> {
  const { translated } = base.info().project.use as Translation;
  if (translated) await translateEverything(context);
  context.on('page', awaitTakeOver);
  context.on('console', (message) => {
    if (message.type() === 'error' && !provoked.test(message.text())) errors.push(message.text());
  });
  context.on('weberror', (error) => errors.push(error.error().message));
  await context.exposeFunction('policyKept', (what: string) => handedOver.push(what));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (violation) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, documentURI } = violation;
      const report = (window as unknown as { policyKept: (what: string) => void }).policyKept;
      report(
        `${effectiveDirective} ${blockedURI} by ${sourceFile}:${lineNumber} on ${documentURI}`,
      );
    });
  });
}

/**
 * Tests of the built product. A page fails its test when its console shows an error, or when it
 * violates the content security policy.
 */
export const test = base.extend<
  { watched: undefined } & Translation,
  Settings & { portal: RunningPortal }
>({
  settings: [ownPortal.settings, { scope: 'worker', option: true }],
  translated: [false, { option: true }],
  portal: [
    async ({ settings }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'portal-browser-'));
      const peer = await startSmtpPeer();
      const env = {
        DATA_DIR: dataDir,
        SMTP_URL: peer.url,
        DESK_MAILBOX: 'desk@example.eu',
        ...settings,
      };
      let server = await startServer(env);
      const { url } = server;
      const killed = async (meanwhile: () => Promise<void>) => {
        await server.end('SIGKILL');
        await meanwhile();
        server = await startServer({ ...env, PORT: new URL(url).port });
      };
      const importDrive = (...args: string[]) => runImport(env, args);
      await use({ url, dataDir, ...mailbox(peer), killed, importDrive });
      await server.end('SIGTERM');
      await peer.close();
      await rm(dataDir, { recursive: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  watched: [
    async ({ context }, use) => {
      errors.length = 0;
      handedOver.length = 0;
      await watch(context);
      await use(undefined);
      expect(handedOver).toEqual([]);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens a page of another person in a separate browser context. */
export async function anotherPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  await watch(context);
  return context.newPage();
}

function mailbox({ received }: SmtpPeer): Pick<RunningPortal, 'mailsTo' | 'mailed'> {
  const mailsTo = (address: string) =>
    received
      .map(({ source }) => source)
      .filter((source) => new RegExp(`^To: .*${address}`, 'im').test(source))
      .map(readable);
  return {
    mailsTo,
    mailed: async (address, pattern) => {
      const find = () =>
        mailsTo(address)
          .reverse()
          .map((text) => pattern.exec(text))
          .find(Boolean) ?? null;
      const message = `a mail to ${address} with ${pattern}`;
      await expect.poll(find, { message, intervals: [50] }).not.toBeNull();
      return find() as RegExpExecArray;
    },
  };
}

/** Undoes the quoted-printable encoding (RFC 2045 §6.7). */
function readable(source: string): string {
  const joined = source.replace(/=\r?\n/g, '');
  return decodeURIComponent(joined.replace(/%/g, '%25').replace(/=([0-9A-F]{2})/g, '%$1'));
}

function runImport(env: Record<string, string>, args: readonly string[]) {
  const done = spawnSync(process.execPath, ['src/tools/portal.ts', 'import', ...args], {
    env: { ...bareEnvironment(), ...env },
    encoding: 'utf8',
  });
  expect(done.stderr).toBe('');
}

/** The code that arrives by mail once `ask` has asked for it. */
export async function mailedCode(
  portal: RunningPortal,
  email: string,
  ask: () => Promise<void>,
): Promise<string> {
  const codes = () => portal.mailsTo(email).flatMap((text) => /\b\d{6}\b/.exec(text) ?? []);
  const before = codes().length;
  await ask();
  await expect.poll(() => codes().length, { intervals: [50] }).toBeGreaterThan(before);
  return codes().at(-1) ?? '';
}

/** Chooses an item of the account's menu. */
export async function chooseInAccount(page: Page, item: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: '@' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Signs in on the sign-in page that is shown, with the code that arrives by mail. */
export async function signIn(page: Page, portal: RunningPortal, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel(/I have read/).check();
  const code = await mailedCode(portal, email, async () => {
    await page.getByRole('button', { name: 'Send e-mail' }).click();
    await page.getByLabel('Verification code').waitFor();
  });
  await page.getByLabel('Verification code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The test may reload the page or advance the clock next.
  await page.getByLabel('Verification code').waitFor({ state: 'hidden' });
}

/**
 * Expects no violation of WCAG 2.2 AA that axe can find, and no overflow. The main journeys are
 * examined on translated pages only.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (base.info().project.name === 'smoke') return;
  await expect(page.locator('[data-loading]')).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
  expect(await overflowOf(page), 'pixels that scroll sideways').toBeLessThanOrEqual(0);
}

/**
 * With `UPDATE_PICTURES`, replaces a picture of the README by a screenshot.
 * @param top element at its upper edge; the top of the page by default
 */
export async function picture(page: Page, name: string, top?: Locator): Promise<void> {
  if (!process.env.UPDATE_PICTURES) return;
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.locator('[data-loading]')).toHaveCount(0);
  // A message covers the page and may close at any moment.
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await close.evaluateAll((buttons) => {
    for (const button of buttons as HTMLElement[]) button.click();
  });
  await expect(close).toHaveCount(0);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    scrollTo(0, 0);
  });
  await top?.evaluate((element) => {
    element.scrollIntoView();
    scrollBy(0, -24);
  });
  await page.screenshot({ path: `tests/browser/pictures/${name}.png`, scale: 'css' });
}
