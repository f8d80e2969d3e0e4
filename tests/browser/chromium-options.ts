import { type ChromiumOptions, launchChromium } from '#build/browser/find-chromium.ts';

/**
 * Returns the options of the first Chromium that starts, see `launchChromium`.
 * @throws {NoChromium}
 */
export async function findChromium(): Promise<ChromiumOptions> {
  // Playwright reads its configuration again in each worker.
  const found = process.env.CHROMIUM_FOUND;
  if (found) return JSON.parse(found);
  const { browser, options } = await launchChromium();
  await browser.close();
  process.env.CHROMIUM_FOUND = JSON.stringify(options);
  return options;
}
