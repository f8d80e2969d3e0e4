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

/** Notes in a state's box over the chart: present, overdue and entered counts, and time spent. */
export function stateNotes({ say, language }: Wording, figures: StateFigures): string[] {
  const { now, overdue, entered, median, p90 } = figures;
  const count = (value: number) => formatNumber(value, language);
  const duration = (ms: number | null) => formatDuration(ms, language);
  return [
    overdue > 0
      ? say(msg`now ${{ count: count(now) }}, late ${{ late: count(overdue) }}`)
      : say(msg`now ${{ count: count(now) }}`),
    say(msg`entered ${{ count: count(entered) }}`),
    median === null ? '' : `½ ${duration(median)} · 90 % ${duration(p90)}`,
  ];
}

/** Notes beside an arrow: count, share of exits, repeats, and the wait before. */
export function transitionNotes(
  { language }: Pick<Wording, 'language'>,
  figures: TransitionFigures,
) {
  const { count, share, repeats, median } = figures;
  const back = repeats ? ` · ↻ ${formatNumber(repeats, language)}` : '';
  return [
    `${formatNumber(count, language)} · ${formatShare(share, language)}${back}`,
    median === null ? '' : `½ ${formatDuration(median, language)}`,
  ];
}
