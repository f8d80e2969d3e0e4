/** Fields that leave single keys to the shortcuts, and the button of a decision without input. */
const NEXT = [
  '#decision [data-next]',
  '#decision form :is([type=checkbox], [type=radio]):not([name=decision])',
].join();

/**
 * Selects a decision that is offered. Focuses its first choice, or its button if it needs no input;
 * otherwise its radio button.
 */
export function chooseByKey(decision: string): void {
  const radio = document.querySelector<HTMLInputElement>(`#decision [value=${decision}]`);
  const section = radio?.closest('#decision');
  if (!radio || !section) return;
  radio.focus();
  radio.click();
  const focusNext = () => {
    const next = document.querySelector<HTMLElement>(NEXT);
    next?.focus();
    return next !== null;
  };
  // Runs after the fields of the decision are rendered. Waits for fields that are still loading.
  queueMicrotask(() => {
    if (focusNext()) return;
    const observer = new MutationObserver(() => focusNext() && observer.disconnect());
    observer.observe(section, { childList: true, subtree: true });
    radio.addEventListener('blur', () => observer.disconnect(), { once: true });
  });
}
