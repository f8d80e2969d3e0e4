import { formatDuration } from '#charts/format-duration.ts';
import { msg, type Say } from '#lib/words/msg.ts';
import { formatNumber, formatShare } from '#ui/format/numbers.ts';

interface Wording {
  say: Say;
  language: string;
}

interface StateFigures {
  now: number;
  overdue: number;
  entered: number;
  median: number | null;
  p90: number | null;
}

interface TransitionFigures {
  count: number;
  share: number;
  repeats: number;
  median: number | null;
}

/** Figures that can be chosen for the picture; all of them without a choice. */
export const overlays = ['counts', 'stay', 'late'] as const;
export type Overlay = (typeof overlays)[number];

/** Notes in a state's box over the chart: present, overdue and entered counts, and time spent. */
export function stateNotes(
  { say, language }: Wording,
  figures: StateFigures,
  overlay?: Overlay,
): string[] {
  const { now, overdue, entered, median, p90 } = figures;
  const count = (value: number) => formatNumber(value, language);
  const duration = (ms: number | null) => formatDuration(ms, language);
  const present =
    overdue > 0 && overlay !== 'counts'
      ? say(msg`now ${{ count: count(now) }}, late ${{ late: count(overdue) }}`)
      : say(msg`now ${{ count: count(now) }}`);
  const passed = say(msg`entered ${{ count: count(entered) }}`);
  const stay = median === null ? '' : `½ ${duration(median)} · 90 % ${duration(p90)}`;
  if (overlay === 'late') return overdue > 0 ? [present] : [];
  if (overlay === 'stay') return [stay];
  return overlay === 'counts' ? [present, passed] : [present, passed, stay];
}

/** Notes beside an arrow: count, share of exits, repeats, and the wait before. */
export function transitionNotes(
  { language }: Pick<Wording, 'language'>,
  figures: TransitionFigures,
  overlay?: Overlay,
): string[] {
  const { count, share, repeats, median } = figures;
  const back = repeats ? ` · ↻ ${formatNumber(repeats, language)}` : '';
  const taken = `${formatNumber(count, language)} · ${formatShare(share, language)}${back}`;
  const wait = median === null ? '' : `½ ${formatDuration(median, language)}`;
  if (overlay === 'late') return [];
  if (overlay === 'stay') return [wait];
  return overlay === 'counts' ? [taken] : [taken, wait];
}
