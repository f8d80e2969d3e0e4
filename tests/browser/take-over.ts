import type { Page } from '@playwright/test';

/**
 * From here on, to go to a page means that its script has taken over from what was prerendered
 * time: what a test does in between would be lost, as it is hardly ever for people.
 */
export function awaitTakeOver(page: Page): void {
  const { goto, reload } = page;
  const takenOver = () => page.locator('[data-prerendered]').waitFor({ state: 'detached' });
  page.goto = async (...to) => {
    const response = await goto.apply(page, to);
    await takenOver();
    return response;
  };
  page.reload = async (...options) => {
    const response = await reload.apply(page, options);
    await takenOver();
    return response;
  };
}
