import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Headless first: it starts sooner and paints with less work. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Obstacle to browser tests, and its remedy. */
export class NoChromium extends Error {}

/**
 * The program to drive: the one that `CHROMIUM_PATH` names, else the system's, else Playwright's
 * own, else the one that the package `@sparticuz/chromium` brings for Linux.
 * @throws NoChromium when there is none
 */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new NoChromium(`CHROMIUM_PATH=${named} does not exist`);
  const found = [named, ...installed, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
  if (found) return found;
  const packed = await packedChromium();
  if (packed) return packed;
  throw new NoChromium(
    'The browser tests need Chromium: install it (Debian: apt install chromium), run `npx playwright install chromium`, or name one in CHROMIUM_PATH.',
  );
}

async function packedChromium(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  const { default: packed } = await import('@sparticuz/chromium');
  return packed.executablePath().catch(() => null);
}
