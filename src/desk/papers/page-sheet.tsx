import { useLingui } from '@lingui/react/macro';
import type { Frame } from './comparison.ts';
import { PageCanvas, turnedRatio } from './page-canvas.tsx';
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
