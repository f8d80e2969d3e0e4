import { useEffect, useEffectEvent, useRef } from 'react';
import type { PaperPage, Turn } from './paper-pages.ts';

interface PageCanvasProps {
  page: Pick<PaperPage, 'ratio'>;
  turn: Turn;
  label?: string;
  draw: (canvas: HTMLCanvasElement) => Promise<void>;
  onFailed?: (error: unknown) => void;
}

/** Draws a page while it is near the visible area of its scroller, otherwise frees its pixels. */
export function PageCanvas({ page, turn, label, draw, onFailed }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useEffectEvent(draw);
  const failed = useEffectEvent((error: unknown) => onFailed?.(error));
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    // Draws one at a time: a page may come into view again while it is still being drawn.
    let drawing = Promise.resolve();
    let isNear = false;
    const show = async () => {
      if (isNear) await drawn(element).catch(failed);
      else {
        element.width = 0;
        element.height = 0;
      }
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === isNear) return;
        isNear = entry?.isIntersecting === true;
        drawing = drawing.then(show);
      },
      // Margin of one view in each direction, so that pages are drawn before they become visible.
      { root: element.closest('nav, section'), rootMargin: '100% 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <canvas
      ref={canvas}
      {...(label && { role: 'img', 'aria-label': label })}
      width={0}
      height={0}
      style={{ aspectRatio: `auto ${turnedRatio(page.ratio, turn)}` }}
    />
  );
}

export const turnedRatio = (ratio: number, turn: Turn) => (turn % 180 === 0 ? ratio : 1 / ratio);
