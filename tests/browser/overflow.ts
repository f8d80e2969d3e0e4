import type { Page } from '@playwright/test';

/**
 * Pixels by which a page scrolls sideways. Beside its own width lies the place of a scrollbar, which
 * the window's width counts in where scrollbars are hidden, as in these tests.
 */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, offsetWidth } = document.documentElement;
    return scrollWidth - offsetWidth;
  });
