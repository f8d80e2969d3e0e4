import { expect, type Page, type Request } from '@playwright/test';

/** Returns a function that waits until all calls of the page are answered. */
export function callsOf(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    // The calls of a changed page are sent in the next frame.
    const nextFrame = () => page.evaluate(() => new Promise(requestAnimationFrame));
    await nextFrame();
    await expect.poll(() => open.size, { intervals: [20] }).toBe(0);
    await nextFrame();
  };
}
