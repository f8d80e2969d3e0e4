import type { Page } from '@playwright/test';

/**
 * Makes `goto` and `reload` wait until the script has replaced the prerendered page: actions of a
 * test before that would be lost. People are rarely that fast.
 */
export function awaitTakeOver(page: Page): void {
  const { goto, reload } = page;
  const takenOver = () =>
    page.locator('[data-prerendered], #root:empty').waitFor({ state: 'detached' });
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
