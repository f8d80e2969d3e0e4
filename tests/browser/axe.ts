import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** WCAG 2.2 AA, and what axe counts as good practice. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns the rules that the page violates, each with the first element that does. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found = await page.evaluate(examine, rules);
  if (found) return found;
  await page.evaluate(axe.source);
  return (await page.evaluate(examine, rules)) ?? [];
}

/**
 * Runs in the page, with everything that scrolls at its end and then at its start: a sticky bar may
 * cover an element at one of them, and the user scrolls it out from under the bar. Returns null if
 * axe is not loaded.
 */
async function examine(values: string[]): Promise<string[] | null> {
  const loaded = Reflect.get(window, 'axe') as typeof axe | undefined;
  if (!loaded) return null;
  const scrollers = [document.documentElement, ...document.body.querySelectorAll('*')]
    .filter((element) => element.scrollHeight > element.clientHeight)
    .filter(
      (element) =>
        element === document.documentElement ||
        /auto|scroll/.test(getComputedStyle(element).overflowY),
    )
    .map((element) => ({ element, before: element.scrollTop }));
  const violationsAt = async (end: 0 | 1) => {
    for (const { element } of scrollers) element.scrollTop = end * element.scrollHeight;
    const { violations } = await loaded.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  };
  const atEnd = await violationsAt(1);
  const atStart = atEnd.length > 0 ? await violationsAt(0) : [];
  for (const { element, before } of scrollers) element.scrollTop = before;
  return [...new Set(atEnd)].filter((violation) => atStart.includes(violation));
}
