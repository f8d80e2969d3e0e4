import { defineConfig } from '@playwright/test';
import '#tests/compile-cache.ts';
import { findChromium, NoChromium } from '#tools/browser/find-chromium.ts';

const launchOptions = await findChromium().catch((error: unknown) => {
  if (!(error instanceof NoChromium)) throw error;
  console.error(error.message);
  process.exit(1);
});

/** Main journeys, which `npm test` runs. */
const smoke = /\/(journey|session)\.spec\.ts$/;

/** The built product in a real browser, each file of tests with a server of its own. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/browser',
  workers: 2,
  fullyParallel: false,
  projects: [
    { name: 'smoke', testMatch: smoke },
    { name: 'full', testMatch: /\.spec\.ts$/, testIgnore: smoke },
  ],
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['../reporters/browser-reporter.ts']],
  use: {
    actionTimeout: 30_000,
    // A time zone that is not UTC shows where the two are mixed up.
    timezoneId: 'Europe/Warsaw',
    locale: 'en-GB',
    // A trace of every test costs as much as the tests: `--trace on` keeps them where one is sought.
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
