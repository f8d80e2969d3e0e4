import type { Browser, BrowserContext, Page } from '@playwright/test';
import { cookieNames } from '#contract/limits.ts';
import { callsOf } from '#tests/browser/settled.ts';
import type { Place } from './places.ts';

/** A mid-range phone as in Lighthouse: slow 4G, a slow processor. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWER = 4;

/** Figures of one visit, times in ms since the navigation began. */
export interface Visit {
  awaitedAt: number;
  /** Layout shift until the page was idle. */
  shift: number;
  /** Shifted elements, and their distances. */
  moved: string[];
}

/** A separate browser profile, signed in as the place requires. */
export async function contextFor(
  browser: Browser,
  url: string,
  { as }: Place,
  { width = 412, hasChosen = true } = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: 823 } });
  const cookies = [
    ...(as ? [{ name: cookieNames.login, value: as.token, url }] : []),
    ...(hasChosen ? [{ name: cookieNames.consent, value: 'necessary.speed', url }] : []),
  ];
  if (cookies.length > 0) await context.addCookies(cookies);
  return context;
}

/** A page with the slow connection. */
export async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

/** Opens a place and measures until its main content is on screen and the page is idle. */
export async function visit(page: Page, url: string, place: Place): Promise<Visit> {
  await page.addInitScript(observe, place.awaited);
  const settled = callsOf(page);
  await page.goto(url + place.address, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'awaitedAt' in window, null, { timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  await settled();
  return page.evaluate(() => {
    const { awaitedAt, shift, moved } = window as unknown as Visit;
    return { awaitedAt, shift, moved };
  });
}

/** Records in the page the first paint of the main content, and layout shifts. */
function observe(awaited: string): void {
  const noted = Object.assign(window as unknown as Visit, { shift: 0, moved: [] as string[] });
  const isThere = () =>
    !document.querySelector('[data-prerendered]') && document.querySelector(awaited) !== null;
  const watch = new MutationObserver(() => {
    if (!isThere()) return;
    watch.disconnect();
    // The frame that paints it has ended when the next one begins.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        noted.awaitedAt = performance.now();
      }),
    );
  });
  watch.observe(document, { childList: true, subtree: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
    })[]) {
      noted.shift += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources) {
        const name = node instanceof Element ? `${node.nodeName} ${node.className}` : '';
        noted.moved.push(
          `${entry.value.toFixed(3)} at ${entry.startTime.toFixed(0)} ${name} ${previousRect.y}→${currentRect.y} ${previousRect.height}→${currentRect.height}`,
        );
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
