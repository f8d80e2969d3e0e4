/** Where applications and instants stand in the dotted chart. */
export interface Lanes {
  width: number;
  height: number;
  /** Below the days' names. */
  top: number;
  /** Height of one application. */
  step: number;
  first: number;
  last: number;
  /** Instants that are named, with how their names lie on them. */
  ticks: readonly number[];
  anchors: readonly ('start' | 'middle' | 'end')[];
}

const WIDTH = 960;
const TOP = 28;
const MARGIN = 8;
const TICKS = 5;
const HOUR = 3_600_000;

/** @param cases one at least */
export function lanesOf(cases: readonly { steps: readonly { at: number }[] }[]): Lanes {
  const instants = cases.flatMap(({ steps }) => steps.map(({ at }) => at));
  const first = instants.reduce((earliest, at) => Math.min(earliest, at), instants[0] ?? 0);
  // At least an hour wide, so that steps of one instant have some width.
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

/** Place of an instant from the left, to a tenth. */
export function placeOf({ first, last, width }: Lanes, at: number): number {
  const share = (at - first) / (last - first);
  return Math.round((MARGIN + share * (width - 2 * MARGIN)) * 10) / 10;
}
