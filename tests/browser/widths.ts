import { expect, type Page } from '@playwright/test';
import { overflowOf } from './overflow.ts';
import { expectAccessible } from './portal.ts';

const [phone, tablet, desktop] = [360, 768, 1440];

/** Expects no overflow at each width, and no violation by axe on the narrow and the wide page. */
export async function expectGood(page: Page): Promise<void> {
  const before = page.viewportSize();
  const showAt = (width: number) => page.setViewportSize({ width, height: 800 });
  await showAt(phone);
  await expectAccessible(page);
  await showAt(tablet);
  expect(await overflowOf(page), `pixels that scroll sideways at ${tablet}`).toBeLessThanOrEqual(0);
  await showAt(desktop);
  await expectAccessible(page);
  if (before) await page.setViewportSize(before);
}
