import { HOUR } from '#ui/format/durations.ts';

export interface Lanes {
  width: number;
  height: number;
  top: number;
  step: number;
  first: number;
  last: number;
  /** Labelled instants, with the alignment of their labels. */
  ticks: readonly number[];
  anchors: readonly ('start' | 'middle' | 'end')[];
}

const WIDTH = 960;
const TOP = 28;
const MARGIN = 8;
const TICKS = 5;

/** Returns the layout of the chart. Requires at least one case. */
export function lanesOf(cases: readonly { steps: readonly { at: number }[] }[]): Lanes {
  const instants = cases.flatMap(({ steps }) => steps.map(({ at }) => at));
  const first = instants.reduce((earliest, at) => Math.min(earliest, at), instants[0] ?? 0);
  // At least one hour, for cases whose steps all have the same instant.
  const last = instants.reduce((latest, at) => Math.max(latest, at), first + HOUR);
  const step = Math.max(7, Math.min(18, 240 / cases.length));
  return {
    width: WIDTH,
    height: TOP + step * cases.length + MARGIN,
    top: TOP,
    step,
    first,
    last,
    ticks: Array.from(
      { length: TICKS },
      (_, index) => first + ((last - first) * index) / (TICKS - 1),
    ),
    anchors: ['start', 'middle', 'middle', 'middle', 'end'],
  };
}

export function placeOf({ first, last, width }: Lanes, at: number): number {
  const share = (at - first) / (last - first);
  return Math.round((MARGIN + share * (width - 2 * MARGIN)) * 10) / 10;
}
