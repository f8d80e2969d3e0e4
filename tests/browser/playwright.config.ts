import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import '#tests/compile-cache.ts';
import { NoChromium } from '#build/browser/find-chromium.ts';
import { findChromium } from './chromium-options.ts';
import type { Translation } from './portal.ts';

// Without a browser the tests are skipped; in CI, or if the named one does not start, they fail.
const launchOptions = await findChromium().catch((error: unknown) => {
  if (!(error instanceof NoChromium)) throw error;
  console.error(error.message);
  if (process.env.CI || process.env.CHROMIUM_PATH) process.exit(1);
  if (!process.env.SKIP_BROWSER_TESTS) process.exit(listAsSkipped());
  return undefined;
});

/** Has the reporter list the tests of this run as skipped; returns the exit code. */
function listAsSkipped(): number {
  const [, ...command] = process.argv;
  const options = [
    '--list',
    '--reporter',
    resolve(import.meta.dirname, '../reporters/browser-reporter.ts'),
  ];
  const env = { ...process.env, SKIP_BROWSER_TESTS: 'yes' };
  const { status } = spawnSync(process.execPath, [...command, ...options], {
    env,
    stdio: 'inherit',
  });
  return status ?? 1;
}

/** Main journeys, which `npm test` runs. */
const smoke = /\/journey\.spec\.ts$/;

/**
 * Journeys of requesters and the desk, on pages that the browser translates. Only the main journeys
 * run on untranslated pages as well.
 */
const translated =
  /\/(journey|session|requests|reviewers-day|second-factor|staff|papers|charts|compensation|third-party|live-access|messages|application-page|walks\/(login|upload|upload-queue))\.spec\.ts$/;

/** Takes longest, so it starts first and runs in parallel with the others. */
const longest = /\/walks\/application\.spec\.ts$/;

/** Tests of the built product in a real browser; see `ownPortal` about the server. */
export default defineConfig<Translation>({
  testDir: '.',
  outputDir: '../../test-results/browser',
  workers: 2,
  fullyParallel: false,
  projects: [
    { name: 'smoke', testMatch: smoke },
    { name: 'longest', testMatch: longest },
    { name: 'full', testMatch: /\.spec\.ts$/, testIgnore: [smoke, translated, longest] },
    { name: 'translated', testMatch: translated, use: { translated: true } },
  ],
  forbidOnly: true,
  // On a loaded machine. The summary names the tests that passed only when repeated.
  retries: process.env.CI ? 1 : 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['../reporters/browser-reporter.ts']],
  use: {
    actionTimeout: 30_000,
    // A time zone other than UTC reveals code that confuses local time with UTC.
    timezoneId: 'Europe/Warsaw',
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    // Traces would double the run time; `--trace on` records them.
    screenshot: 'only-on-failure',
    ...(launchOptions && { launchOptions }),
  },
});
