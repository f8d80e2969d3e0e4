import { expect, type Page } from '@playwright/test';

/** Expects that the page does not scroll sideways and cuts off no text. */
export async function expectWhole(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => textsCutOff(page), page.url()).toEqual([]);
}

/** Texts that overflow the screen, or an element that hides its overflow. */
export const textsCutOff = (page: Page): Promise<string[]> => page.evaluate(cutTexts);

/** Expects that no word is broken across lines, as in a column that is too narrow. */
export async function expectWordsWhole(page: Page): Promise<void> {
  await expect.poll(() => brokenWords(page), page.url()).toEqual([]);
}

/** Words of alphabetic scripts that are broken across lines. */
export const brokenWords = (page: Page): Promise<string[]> => page.evaluate(findBrokenWords);

/** Runs in the page. */
function findBrokenWords(): string[] {
  const broken = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    // A code or an e-mail address may break anywhere; a heading for screen readers alone takes no room.
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
    if (text.parentElement?.closest('code, svg, a[href^="mailto:"]')) continue;
    // Hidden content of closed details is laid out, too, but not as it is shown.
    if (isClipped(text.parentElement) || !text.parentElement?.checkVisibility()) continue;
    const found = new Set<string>();
    const shown = text.textContent?.replaceAll(/\S+@\S+/g, (address) => ' '.repeat(address.length));
    for (const { 0: word, index } of shown?.matchAll(/\p{Script=Latin}{3,}/gu) ?? []) {
      // A word that does not fit is broken at every place.
      if (found.has(word)) continue;
      found.add(word);
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
  // Same condition as in `overflowOf`.
  if (root.scrollWidth > root.offsetWidth)
    cut.add(`the page scrolls sideways by ${root.scrollWidth - root.offsetWidth} px`);

  /** Tolerance for rounding, in px. */
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
    [...element.children].every((item) => item.matches('a, li'));
  /**
   * A picture that scrolls within a frame on the screen. Diagrams need two dimensions, so WCAG 1.4.10
   * (Reflow) exempts them.
   */
  const isScrolledPicture = (element: Element): boolean => {
    const frame = element.parentElement;
    if (!element.matches('svg') || !frame || getComputedStyle(frame).overflowX !== 'auto')
      return false;
    const { left, right } = frame.getBoundingClientRect();
    return left >= -HAIR && right <= root.clientWidth + HAIR;
  };
  /** One line of a text that is whole in its title. */
  const isShortened = (element: Element): boolean =>
    getComputedStyle(element).textOverflow === 'ellipsis' &&
    element.getAttribute('title') !== null &&
    element.textContent?.trim().endsWith(element.getAttribute('title') ?? '') === true;
  /** Remembers the result for each element: texts share most of their ancestors. */
  const memoized = <Result>(compute: (element: Element) => Result) => {
    const results = new Map<Element, Result>();
    return (element: Element): Result => {
      const result = results.has(element) ? (results.get(element) as Result) : compute(element);
      results.set(element, result);
      return result;
    };
  };
  const isLeftOut: (element: Element) => boolean = memoized(
    (element) =>
      isHidden(element) ||
      isLineOfLinks(element) ||
      isScrolledPicture(element) ||
      isShortened(element) ||
      (element.parentElement !== null && isLeftOut(element.parentElement)),
  );
  /** Boxes of the ancestors that may cut a text. */
  const clipsOf: (element: Element) => { parent: Element; box: DOMRect; x: boolean; y: boolean }[] =
    memoized((parent) => {
      if (parent === root || parent === document.body || !parent.parentElement) return [];
      const { overflowX, overflowY } = getComputedStyle(parent);
      const clip = { parent, x: overflowX !== 'visible', y: overflowY === 'hidden' };
      const others = clipsOf(parent.parentElement);
      return clip.x || clip.y
        ? [{ ...clip, box: parent.getBoundingClientRect() }, ...others]
        : others;
    });

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode: text } = walker;
    const { parentElement } = text;
    const shown = text.textContent?.trim();
    if (!shown || !parentElement || isLeftOut(parentElement)) continue;
    range.selectNodeContents(text);
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      if (width === 0) continue;
      if (left < -HAIR || right > root.clientWidth + HAIR) cut.add(`off the screen: ${shown}`);
      for (const { parent, box, x, y } of clipsOf(parentElement)) {
        const isCutX = x && (left < box.left - HAIR || right > box.right + HAIR);
        const isCutY = y && (top < box.top - HAIR || bottom > box.bottom + HAIR);
        if (isCutX || isCutY)
          cut.add(`cut off by <${parent.localName} class="${parent.className}">: ${shown}`);
      }
    }
  }
  return [...cut];
}
