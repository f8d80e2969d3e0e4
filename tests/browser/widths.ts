import { expect, type Page } from '@playwright/test';
import { overflowOf } from './overflow.ts';
import { expectAccessible } from './portal.ts';

const [phone, tablet, desktop] = [360, 768, 1440];

/** Calls so far: axe examines narrow and wide pages in turn, because that takes longest. */
let calls = 0;

/** Expects no overflow at each width, and no violation by axe at one of them. */
export async function expectGood(page: Page): Promise<void> {
  const before = page.viewportSize();
  const examined = calls++ % 2 === 0 ? phone : desktop;
  for (const width of [phone, tablet, desktop]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === examined) await expectAccessible(page);
    const over = await overflowOf(page);
    expect(over, `pixels that scroll sideways at ${width}`).toBeLessThanOrEqual(0);
  }
  if (before) await page.setViewportSize(before);
}
