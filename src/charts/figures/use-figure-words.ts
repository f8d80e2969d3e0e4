import { useLingui } from '@lingui/react';
import { formatDuration, stateNotes, transitionNotes } from '#charts/words/figure-notes.ts';
import { hasTag } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
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

/** Figure that the bars in the states show. */
export const measures = ['now', 'stay', 'late'] as const;
export type Measure = (typeof measures)[number];

type StateFigures = CallData<'chartFigures'>['states'][number];

const figureOf: Record<Measure, (state: StateFigures) => number> = {
  now: ({ now }) => now,
  stay: ({ median }) => median ?? 0,
  late: ({ now, overdue }) => (now > 0 ? overdue / now : 0),
};
export const barColour = { now: 'brand', stay: 'amber', late: 'red' } as const;
export const edgeColour = { holder: 'brand', requester: 'amber', nobody: 'grey' } as const;

/** Returns the party that must act in a state. While data are withheld, no party must act. */
export function partyIn(state: string): keyof typeof edgeColour {
  return hasTag(state, 'withheld') ? 'nobody' : turnOf(state);
}

export function useFigureMarks(
  figures: CallData<'chartFigures'> | undefined,
  graph: MachineGraph,
  measure: Measure,
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
  // A full bar stands for the largest value of all states, or for all applications if `late`.
  const full = measure === 'late' ? 1 : Math.max(1, ...figures.states.map(figureOf[measure]));
  const states = figures.states.map((each): [string, Mark] => [
    each.state,
    {
      edge: edgeColour[partyIn(each.state)],
      bar: { share: figureOf[measure](each) / full, colour: barColour[measure] },
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
