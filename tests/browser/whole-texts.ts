import { expect, type Page } from '@playwright/test';

/** Everything that is written on the page can be read: nothing scrolls sideways, nothing is cut. */
export async function expectWhole(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => textsCutOff(page), page.url()).toEqual([]);
}

/** Texts that stick out of the screen or of a part that hides what sticks out. */
export const textsCutOff = (page: Page): Promise<string[]> => page.evaluate(cutTexts);

/** No word is set on two lines in its middle, as where a column is too narrow for it. */
export async function expectWordsWhole(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(brokenWords), page.url()).toEqual([]);
}

/** Runs in the page: the words of an alphabet that stand on two lines. */
function brokenWords(): string[] {
  const broken = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    // A code or an address may break anywhere; a heading for screen readers alone takes no room.
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
    if (text.parentElement?.closest('code, svg, a[href^="mailto:"]')) continue;
    // What a closed list of details hides is laid out, too, but not as it is shown.
    if (isClipped(text.parentElement) || !text.parentElement?.checkVisibility()) continue;
    for (const { 0: word, index } of text.textContent?.matchAll(/\p{Script=Latin}{3,}/gu) ?? []) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) broken.add(word);
    }
  }
  return [...broken];
}

/** Runs in the page. */
function cutTexts(): string[] {
  const root = document.documentElement;
  const cut = new Set<string>();
  // As `overflowOf` says it.
  if (root.scrollWidth > root.offsetWidth)
    cut.add(`the page scrolls sideways by ${root.scrollWidth - root.offsetWidth} px`);

  /** A hair's breadth, which rounding may take. */
  const HAIR = 1;
  /** Shown to screen readers alone, or moved out of sight until it has the focus. */
  const isHidden = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const { clipPath, position, transform } = getComputedStyle(element);
    return (
      !element.checkVisibility({ visibilityProperty: true }) ||
      clipPath !== 'none' ||
      (position === 'absolute' && (transform !== 'none' || (width <= HAIR && height <= HAIR)))
    );
  };
  /** Links that scroll in one line (tabs, the desk's counts); focus scrolls each into view. */
  const isLineOfLinks = (element: Element): boolean =>
    element.matches('nav, nav > ul') &&
    getComputedStyle(element).overflowX === 'auto' &&
    [...element.children].every((item) => item.matches('a, li:has(a)'));
  const ancestors = (element: Element | null): Element[] =>
    element ? [element, ...ancestors(element.parentElement)] : [];

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parents = ancestors(text.parentElement);
    if (!text.textContent?.trim() || parents.some(isHidden) || parents.some(isLineOfLinks))
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      if (width === 0) continue;
      const shown = text.textContent.trim();
      if (left < -HAIR || right > root.clientWidth + HAIR) cut.add(`off the screen: ${shown}`);
      for (const parent of parents) {
        const { overflowX, overflowY } = getComputedStyle(parent);
        const box = parent.getBoundingClientRect();
        const isCutX =
          overflowX !== 'visible' && (left < box.left - HAIR || right > box.right + HAIR);
        const isCutY =
          overflowY === 'hidden' && (top < box.top - HAIR || bottom > box.bottom + HAIR);
        if (parent !== root && parent !== document.body && (isCutX || isCutY))
          cut.add(`cut off by <${parent.localName} class="${parent.className}">: ${shown}`);
      }
    }
  }
  return [...cut];
}
