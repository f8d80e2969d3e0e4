import { type RefObject, useEffect } from 'react';

/** Space between what has the focus and what floats over the page, px. */
const GAP = 12;

/**
 * Keeps what has the focus out from under an area that floats over the end of the window
 * (WCAG 2.2, SC 2.4.11): when the focus moves, and when the content of the area changes.
 */
export function useUncoveredFocus(area: RefObject<HTMLElement | null>, content: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in the area gives it its size
  useEffect(() => {
    let frame = 0;
    const uncover = () => {
      cancelAnimationFrame(frame);
      // After the browser's own scrolling to what got the focus.
      frame = requestAnimationFrame(() => area.current && uncoverFocus(area.current));
    };
    uncover();
    document.addEventListener('focusin', uncover);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', uncover);
    };
  }, [area, content]);
}

function uncoverFocus(area: HTMLElement): void {
  const focused = document.activeElement;
  if (!focused || area.contains(focused) || focused.closest('dialog')) return;
  const over = area.getBoundingClientRect();
  const { top, bottom, height } = focused.getBoundingClientRect();
  const isCovered = over.height > 0 && bottom + GAP > over.top && top < over.bottom;
  // What is higher than the rest of the window, like a section, is not one field.
  if (isCovered && height < over.top) window.scrollBy(0, bottom + GAP - over.top);
}
