import { type RefObject, useEffect } from 'react';

/** Space between what has the focus and what floats over the page, px. */
const GAP = 12;

/**
 * Keeps what has the focus out from under an area that floats over the end of the window
 * (WCAG 2.2, SC 2.4.11): when the focus moves, and when the area's size changes.
 */
export function useUncoveredFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const over = area.current;
    if (!over) return;
    let frame = 0;
    let isPressed = false;
    const uncover = () => {
      cancelAnimationFrame(frame);
      // After the browser's own scrolling to what got the focus.
      frame = requestAnimationFrame(() => isPressed || uncoverFocus(over));
    };
    // What moves away under a pointer that is down is not clicked.
    const press = () => {
      isPressed = true;
    };
    const release = () => {
      isPressed = false;
      uncover();
    };
    const resized = new ResizeObserver(uncover);
    resized.observe(over);
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener('focusin', uncover, { signal });
    document.addEventListener('pointerdown', press, { signal });
    document.addEventListener('pointerup', release, { signal });
    document.addEventListener('pointercancel', release, { signal });
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
      ended.abort();
    };
  }, [area]);
}

function uncoverFocus(area: HTMLElement): void {
  const focused = document.activeElement;
  if (!focused || area.contains(focused) || focused.closest('[role=dialog]')) return;
  const over = area.getBoundingClientRect();
  const { top, bottom, height } = focused.getBoundingClientRect();
  const isCovered = over.height > 0 && bottom + GAP > over.top && top < over.bottom;
  // What is higher than the rest of the window, like a section, is not one field.
  if (isCovered && height < over.top) window.scrollBy(0, bottom + GAP - over.top);
}
