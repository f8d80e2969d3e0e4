import { useLingui } from '@lingui/react';
import { formatDuration, stateNotes, transitionNotes } from '#charts/words/figure-notes.ts';
import type { Mark } from '#lib/statechart/drawing/draw-chart.ts';
import { isListed, type MachineGraph } from '#lib/statechart/graph/graph.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatNumber, formatShare } from '#ui/format/numbers.ts';

export function useFigureWords() {
  const { locale } = useLingui().i18n;
  return {
    count: (value: number) => formatNumber(value, locale),
    percent: (share: number) => formatShare(share, locale),
    duration: (ms: number | null) => formatDuration(ms, locale),
  };
}

/** Widths of arrows in px: for transitions that were never taken, and for the most frequent one. */
const WEIGHT = { least: 1, most: 6 };

export function useFigureMarks(
  figures: CallData<'chartFigures'> | undefined,
  graph: MachineGraph,
): Record<string, Mark> {
  const { i18n } = useLingui();
  const wording = { translate: i18n.t, language: i18n.locale };
  if (!figures) return {};
  const most = Math.max(1, ...figures.transitions.map((each) => each.count));
  const listed = new Map(graph.transitions.filter(isListed).map(({ id, source }) => [id, source]));
  const correctionsIn = (state: string) =>
    figures.transitions.reduce(
      (sum, { id, count }) => (listed.get(id) === state ? sum + count : sum),
      0,
    );
  const states = figures.states.map((each): [string, Mark] => [
    each.state,
    {
      ...(each.overdue > 0 && { tone: 'bad' }),
      notes: stateNotes(wording, { ...each, corrections: correctionsIn(each.state) }),
    },
  ]);
  const arrows = figures.transitions.map((each): [string, Mark] => [
    each.id,
    {
      ...(each.count === 0 && { tone: 'faint' }),
      weight: WEIGHT.least + (WEIGHT.most - WEIGHT.least) * Math.sqrt(each.count / most),
      notes: transitionNotes(wording, each),
    },
  ]);
  return Object.fromEntries([...states, ...arrows]);
}
