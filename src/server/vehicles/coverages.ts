import type { Coverage } from './vehicle-source.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Times the usual interval after which a silence is a gap. */
const FACTOR = 2;

/** Rows of a group in a part of the range that is a day long at most; none have no first and last. */
interface Part {
  rows: number;
  first: number | null;
  last: number | null;
}

/**
 * Adds up what is there of each group of signals, part after part, oldest first. A silence of more
 * than a day lies between two parts, so that the parts' first and last instants give it exactly; the
 * usual interval from day to day is the rate that a gap goes beyond.
 */
export class Coverages {
  readonly #parts: {
    rows: number;
    first: number | null;
    last: number | null;
    silences: number[];
  }[];

  constructor(groups: number) {
    this.#parts = Array.from({ length: groups }, () => ({
      rows: 0,
      first: null,
      last: null,
      silences: [],
    }));
  }

  add(group: number, { rows, first, last }: Part): void {
    const sum = this.#parts[group];
    if (!sum || first === null || last === null) return;
    // Parts of one day follow at the sampling rate itself.
    if (sum.last !== null && Math.floor(sum.last / DAY) !== Math.floor(first / DAY))
      sum.silences.push(first - sum.last);
    sum.rows += rows;
    sum.first ??= first;
    sum.last = last;
  }

  all(): Coverage[] {
    return this.#parts.map(({ rows, first, last, silences }) => ({
      rows,
      first,
      last,
      gaps: gapsOf(silences),
    }));
  }
}

function gapsOf(silences: readonly number[]): NonNullable<Coverage['gaps']> {
  const sorted = silences.toSorted((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const beyond = Math.max(DAY, FACTOR * usual);
  const gaps = sorted.filter((silence) => silence > beyond);
  return { count: gaps.length, longest: gaps.at(-1) ?? 0, beyond };
}
