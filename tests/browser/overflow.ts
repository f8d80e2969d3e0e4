import type { Page } from '@playwright/test';

/**
 * Pixels by which a page scrolls sideways. The width of a scrollbar is reserved, because these
 * tests hide scrollbars and the window's width includes their space. Application numbers contain
 * random letters, so they are replaced by the widest possible ones.
 */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const numbered: [Node, string | null][] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (/VD-\d{8}-\w{6}/.test(text.nodeValue ?? '')) numbered.push([text, text.nodeValue]);
    for (const [node, text] of numbered)
      node.nodeValue = text?.replace(/(VD-\d{8})-\w{6}/g, '$1-WWWWWW') ?? null;
    const { scrollWidth, offsetWidth } = document.documentElement;
    for (const [node, text] of numbered) node.nodeValue = text;
    return scrollWidth - offsetWidth;
  });
