import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { ChartLayout, StateBox } from '#lib/statechart/drawing/chart-layout.ts';
import { FOLD_SIGN } from '#lib/statechart/drawing/text-lines.ts';
import styles from './level.module.css';
import { atLevel, type Level } from './read-level.ts';

interface FoldSignsProps {
  layout: ChartLayout;
  level: Level;
}

/** Signs in the corners of boxes that fold and unfold what is inside; drawn over a picture. */
export function FoldSigns({ layout, level }: FoldSignsProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const signs = useRef<SVGGElement>(null);
  // The picture of another layout is a new one: the focus stays on the sign that was pressed.
  const refocus = useEffectEvent(() => {
    const { folded } = (state ?? {}) as { folded?: string };
    if (folded === undefined || document.activeElement !== document.body) return;
    signs.current
      ?.querySelector<SVGElement>(`[data-fold="${CSS.escape(folded)}"]`)
      ?.focus({ preventScroll: true });
  });
  useEffect(() => refocus(), []);

  const outer = layout.states.filter(
    ({ parent, type }) => parent !== null && (type === 'compound' || type === 'parallel'),
  );
  return (
    <g ref={signs}>
      {outer.map((box) => {
        const { id, label } = box;
        const isFolded = level.folds.includes(id);
        const others = level.folds.filter((each) => each !== id);
        const href = `?${atLevel(search, { ...level, folds: isFolded ? others : [...others, id] })}`;
        return (
          <a
            key={id}
            className={styles.sign}
            href={href}
            data-fold={id}
            aria-label={label}
            aria-expanded={!isFolded}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              navigate(href, { preventScrollReset: true, state: { folded: id } });
            }}
          >
            <Sign box={box} isFolded={isFolded} />
          </a>
        );
      })}
    </g>
  );
}

/** Points down where a box is unfolded. */
function Sign({ box: { x, y, width }, isFolded }: { box: StateBox; isFolded: boolean }) {
  return (
    <g transform={`translate(${x + width - FOLD_SIGN - 2} ${y + 2})`}>
      <rect width={FOLD_SIGN} height={FOLD_SIGN} rx="5" />
      <path d={isFolded ? 'M11 8l6 6l-6 6' : 'M8 11l6 6l6 -6'} />
    </g>
  );
}
