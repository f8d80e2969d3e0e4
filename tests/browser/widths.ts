import type { Page } from '@playwright/test';
import { expectAccessible } from './portal.ts';

const widths = [360, 768, 1440];

/** At each width the page breaks no rule and nothing sticks out. `SHOTS` names a folder for pictures. */
export async function expectGood(page: Page, shot?: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    if (process.env.SHOTS && shot)
      await page.screenshot({ path: `${process.env.SHOTS}/${shot}-${width}.png`, fullPage: true });
  }
  if (before) await page.setViewportSize(before);
}
