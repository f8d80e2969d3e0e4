import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** WCAG 2.2 AA, and what axe counts as good practice. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that the page breaks as it is shown, each with the first element that does. */
export async function violationsOf(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { run } = Reflect.get(window, 'axe') as typeof axe;
    const { violations } = await run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, rules);
}
