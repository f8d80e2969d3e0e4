import { useLingui } from '@lingui/react/macro';
import type { Mark } from '#charts/drawing/draw-chart.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useFigureWords } from './use-figure-words.ts';

/** Widths of arrows, px: never taken, and taken most often. */
const WEIGHT = { least: 1, most: 6 };

/** The figures as notes in the picture; a thicker arrow was taken more often. */
export function useFigureMarks(
  figures: CallData<'chartFigures'> | undefined,
): Record<string, Mark> {
  const { t } = useLingui();
  const { count, percent, duration } = useFigureWords();
  if (!figures) return {};
  const most = Math.max(1, ...figures.transitions.map((each) => each.count));
  const states = figures.states.map(
    ({ state, now, overdue, entered, median, p90 }): [string, Mark] => [
      state,
      {
        ...(overdue > 0 && { tone: 'bad' }),
        notes: [
          overdue > 0 ? t`now ${count(now)}, late ${count(overdue)}` : t`now ${count(now)}`,
          t`entered ${count(entered)}`,
          median === null ? '' : `½ ${duration(median)} · 90 % ${duration(p90)}`,
        ],
      },
    ],
  );
  const arrows = figures.transitions.map(
    ({ id, count: taken, share, repeats, median }): [string, Mark] => [
      id,
      {
        ...(taken === 0 && { tone: 'faint' }),
        weight: WEIGHT.least + (WEIGHT.most - WEIGHT.least) * Math.sqrt(taken / most),
        notes: [
          `${count(taken)} · ${percent(share)}${repeats ? ` · ↻ ${count(repeats)}` : ''}`,
          median === null ? '' : `½ ${duration(median)}`,
        ],
      },
    ],
  );
  return Object.fromEntries([...states, ...arrows]);
}
