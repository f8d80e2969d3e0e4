import { formatDuration } from '#charts/format-duration.ts';
import { formatNumber, formatShare } from '#ui/format/numbers.ts';
import type { ChartWords } from './chart-words.ts';

interface Told {
  words: ChartWords['figures'];
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

/** What stands in a state's box over the chart: who is there, who came, how long they stay. */
export function stateNotes({ words, language }: Told, figures: StateFigures): string[] {
  const { now, overdue, entered, median, p90 } = figures;
  const count = (value: number) => formatNumber(value, language);
  const duration = (ms: number | null) => formatDuration(ms, language);
  const present = overdue > 0 ? words.nowWithLate : words.now;
  return [
    present.replace('{count}', count(now)).replace('{late}', count(overdue)),
    words.entered.replace('{count}', count(entered)),
    median === null ? '' : `½ ${duration(median)} · 90 % ${duration(p90)}`,
  ];
}

/** What stands beside an arrow: how often, its share of exits, how often back, the wait before. */
export function transitionNotes({ language }: Pick<Told, 'language'>, figures: TransitionFigures) {
  const { count, share, repeats, median } = figures;
  const back = repeats ? ` · ↻ ${formatNumber(repeats, language)}` : '';
  return [
    `${formatNumber(count, language)} · ${formatShare(share, language)}${back}`,
    median === null ? '' : `½ ${formatDuration(median, language)}`,
  ];
}
