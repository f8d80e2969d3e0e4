import type { Coverage } from './vehicle-source.ts';

/** Part of a range that is added at a time, by UTC, ms. */
export const DAY = 24 * 60 * 60 * 1000;
/** Times the usual interval after which a silence is a gap. */
const FACTOR = 2;

/** Rows of a group in a part of the range that lies in one day; none have no first and last. */
interface Part {
  rows: number;
  first: number | null;
  last: number | null;
}

interface Day {
  rows: number;
  first: number;
  last: number;
}

/**
 * Adds up what is there of each group of signals, day by day, in whatever order and from however many
 * places the parts come. A silence of more than a day lies between two days, so that their first and
 * last instants give it exactly; the usual interval from day to day is the rate that a gap goes beyond.
 */
export class Coverages {
  readonly #days: Map<number, Day>[];

  constructor(groups: number) {
    this.#days = Array.from({ length: groups }, () => new Map());
  }

  add(group: number, { rows, first, last }: Part): void {
    const days = this.#days[group];
    if (!days || first === null || last === null) return;
    const day = Math.floor(first / DAY);
    const known = days.get(day);
    days.set(day, {
      rows: rows + (known?.rows ?? 0),
      first: Math.min(first, known?.first ?? first),
      last: Math.max(last, known?.last ?? last),
    });
  }

  all(): Coverage[] {
    return this.#days.map((days) => coverageOf([...days.values()]));
  }
}

function coverageOf(unsorted: readonly Day[]): Coverage {
  const days = unsorted.toSorted((a, b) => a.first - b.first);
  const silences = days.slice(1).map(({ first }, index) => first - (days[index]?.last ?? first));
  return {
    rows: days.reduce((sum, { rows }) => sum + rows, 0),
    first: days[0]?.first ?? null,
    last: days.at(-1)?.last ?? null,
    gaps: gapsOf(silences),
  };
}

function gapsOf(silences: readonly number[]): NonNullable<Coverage['gaps']> {
  const sorted = silences.toSorted((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const beyond = Math.max(DAY, FACTOR * usual);
  const gaps = sorted.filter((silence) => silence > beyond);
  return { count: gaps.length, longest: gaps.at(-1) ?? 0, beyond };
}
