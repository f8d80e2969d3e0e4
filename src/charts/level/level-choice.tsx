import { useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { type ChartAsset, labelOf } from '#charts/picture/use-chart.ts';
import type { ChartLayout, StateBox } from '#lib/statechart/drawing/chart-layout.ts';
import { type Detail, details } from '#lib/statechart/drawing/chart-lines.ts';
import { FOLD_SIGN } from '#lib/statechart/drawing/text-lines.ts';
import { foldableStates } from '#lib/statechart/graph/graph-queries.ts';
import styles from './level.module.css';
import { atLevel, type Level } from './use-layout.ts';

interface LevelChoiceProps {
  chart: ChartAsset;
  level: Level;
  isPending: boolean;
}

export function LevelChoice({ chart, level, isPending }: LevelChoiceProps) {
  const { t } = useLingui();
  const [search, setSearch] = useSearchParams();
  const choose = (change: Partial<Level>) =>
    setSearch(atLevel(search, { ...level, ...change }), { preventScrollReset: true });
  const words: Record<Detail, string> = {
    words: t`States and events`,
    senders: t`Also who acts`,
    guards: t`Also conditions and effects`,
  };
  const outer = foldableStates(chart.graph);
  return (
    <div className={`row row-end above ${styles.level}`}>
      <NativeSelect
        label={<span>{t`Level of detail`}</span>}
        value={level.detail}
        onChange={(event) => choose({ detail: event.currentTarget.value as Detail })}
        data={details.map((value) => ({ value, label: words[value] }))}
      />
      {outer.length > 0 && (
        <fieldset className="row">
          <legend>{t`Unfolded in the diagram`}</legend>
          {outer.map(({ id }) => {
            const isFolded = level.folds.includes(id);
            return (
              <Button
                key={id}
                variant="default"
                aria-expanded={!isFolded}
                onClick={() => choose(toggled(level, id))}
              >
                <span aria-hidden>{isFolded ? '▸' : '▾'}</span> <span>{labelOf(chart, id)}</span>
              </Button>
            );
          })}
        </fieldset>
      )}
      <output className={styles.pending}>{isPending && t`The diagram is being drawn.`}</output>
    </div>
  );
}

function toggled(level: Level, id: string): Level {
  const others = level.folds.filter((each) => each !== id);
  return { ...level, folds: level.folds.includes(id) ? others : [...others, id] };
}

interface FoldSignsProps {
  layout: ChartLayout;
  level: Level;
}

export function FoldSigns({ layout, level }: FoldSignsProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const signs = useRef<SVGGElement>(null);
  // A new layout is a new picture: restores the focus on the button that was pressed.
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
        const href = `?${atLevel(search, toggled(level, id))}`;
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

function Sign({ box: { x, y, width }, isFolded }: { box: StateBox; isFolded: boolean }) {
  return (
    <g transform={`translate(${x + width - FOLD_SIGN - 2} ${y + 2})`}>
      <rect width={FOLD_SIGN} height={FOLD_SIGN} rx="5" />
      <path d={isFolded ? 'M11 8l6 6l-6 6' : 'M8 11l6 6l6 -6'} />
    </g>
  );
}
