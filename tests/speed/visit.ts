import type { Browser } from '@playwright/test';
import { cookieNames } from '#contract/limits.ts';
import type { Persona } from '#demo/testing/personas.ts';

/** A mid-range phone as in Lighthouse: slow 4G, a slow processor. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWER = 4;

/** A page and its main content. */
export interface Visited {
  address: string;
  /** Signed-in person; none by default. */
  as?: Persona | undefined;
  /** Matches the main content once it is usable, not its prerendered form. */
  awaited: string;
}

/** Opens a page with an empty cache; returns the ms until its main content is on screen. */
export async function timeUntilUsable(
  browser: Browser,
  { address, as, awaited }: Visited,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  await context.addCookies([
    ...(as ? [{ name: cookieNames.login, value: as.token, url: address }] : []),
    { name: cookieNames.consent, value: 'necessary.speed', url: address },
  ]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(observe, awaited);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'awaitedAt' in window, null, { timeout: 60_000 });
  const awaitedAt = await page.evaluate(() => Number(Reflect.get(window, 'awaitedAt')));
  await context.close();
  return awaitedAt;
}

/** Records in the page the first paint of the main content. */
function observe(awaited: string): void {
  const isThere = () =>
    !document.querySelector('[data-prerendered]') && document.querySelector(awaited) !== null;
  const watch = new MutationObserver(() => {
    if (!isThere()) return;
    watch.disconnect();
    // The frame that paints it has ended when the next one begins.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => Reflect.set(window, 'awaitedAt', performance.now())),
    );
  });
  watch.observe(document, { childList: true, subtree: true, attributes: true });
}
