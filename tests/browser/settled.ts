import { expect, type Page, type Request } from '@playwright/test';

/** Gives what waits until the page has asked for all it shows and is answered. */
export function callsOf(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    // What a change of the page asks for leaves with the next frame.
    const nextFrame = () => page.evaluate(() => new Promise(requestAnimationFrame));
    await nextFrame();
    await expect.poll(() => open.size, { intervals: [20] }).toBe(0);
    await nextFrame();
  };
}
