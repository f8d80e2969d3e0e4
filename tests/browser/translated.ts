import type { BrowserContext } from '@playwright/test';

/**
 * Changes every page as Google Translate does, continuously: each text is replaced by one in two
 * `<font>` elements. Changes of a replaced text, which stay invisible, are logged as console
 * errors.
 */
export const translateEverything = (context: BrowserContext) => context.addInitScript(translate);

/** Runs in the page, so it cannot reference anything outside itself. */
function translate(): void {
  const untranslated = 'script, style, textarea, title, svg, [translate="no"]';
  /** Texts that are replaced already: changes by React are lost. */
  const lost = new MutationObserver((changes) => {
    for (const { target, oldValue } of changes)
      console.error(`Lost in translation: «${oldValue}» became «${target.textContent}»`);
  });
  const replace = (text: Text) => {
    const parent = text.parentElement;
    if (!parent || parent.closest(untranslated) || parent.parentElement?.localName === 'font')
      return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.append(text.data);
    outer.append(inner);
    text.replaceWith(outer);
    lost.observe(text, { characterData: true, characterDataOldValue: true });
  };
  const replaceIn = (node: Node) => {
    if (node instanceof Text) return replace(node);
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(replace);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) [...addedNodes, target].forEach(replaceIn);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
