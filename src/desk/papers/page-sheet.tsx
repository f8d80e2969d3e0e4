import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Frame } from './comparison.ts';
import type { PageView } from './page-tools.tsx';
import type { PaperPage, Turn } from './paper-pages.ts';
import styles from './papers.module.css';
import type { Box } from './text-lines.ts';

interface PageSheetProps {
  page: PaperPage;
  label: string;
  pageView: PageView;
  frames: readonly Frame[];
  onFailed: (error: unknown) => void;
}

export function PageSheet({ page, label, pageView, frames, onFailed }: PageSheetProps) {
  const { scale, turn } = pageView;
  return (
    <div className={styles.sheet} data-page={page.number} style={{ inlineSize: `${100 * scale}%` }}>
      <PageCanvas
        page={page}
        turn={turn}
        label={label}
        draw={(canvas) => page.draw(canvas, { turn })}
        onFailed={onFailed}
      />
      {frames.map((frame) => (
        <FieldFrame
          key={`${frame.field} ${frame.box.left} ${frame.box.top}`}
          frame={frame}
          turn={turn}
          isLabelled={frames.findLast(({ field }) => field === frame.field) === frame}
        />
      ))}
    </div>
  );
}

/**
 * Share of the page's width. A frame that ends further right has its label above instead of after
 * it.
 */
const MAX_END = 0.6;

interface FieldFrameProps {
  frame: Frame;
  turn: Turn;
  /** False for the first of two frames of a field: its label would cover the second. */
  isLabelled: boolean;
}

function FieldFrame({ frame: { field, box, ratio }, turn, isLabelled }: FieldFrameProps) {
  const { t } = useLingui();
  const { left, top, width, height } = turnedBox(box, turn);
  return (
    <button
      type="button"
      className={styles.frame}
      data-found={field}
      data-label={left + width > MAX_END ? 'above' : 'after'}
      title={t`To the field of the form`}
      style={{
        left: `${100 * (left + width / 2)}%`,
        top: `${100 * (top + height / 2)}%`,
      }}
      onClick={() => document.getElementById(`filed-${field}`)?.focus()}
    >
      {/* The frame itself; the button may be larger. 1cqi is 1 % of the page's width. */}
      <span
        style={{
          inlineSize: `${100 * width}cqi`,
          blockSize: `${(100 * height) / turnedRatio(ratio, turn)}cqi`,
        }}
      />
      <span className={isLabelled ? styles.label : 'visually-hidden'}>
        {field === 'name' ? t`name` : t`VIN, same as in the form`}
      </span>
    </button>
  );
}

export function turnedBox({ left, top, width, height }: Box, turn: Turn): Box {
  const [right, bottom] = [1 - left - width, 1 - top - height];
  const upended = { width: height, height: width };
  if (turn === 90) return { left: bottom, top: left, ...upended };
  if (turn === 180) return { left: right, top: bottom, width, height };
  if (turn === 270) return { left: top, top: right, ...upended };
  return { left, top, width, height };
}

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

const turnedRatio = (ratio: number, turn: Turn) => (turn % 180 === 0 ? ratio : 1 / ratio);
