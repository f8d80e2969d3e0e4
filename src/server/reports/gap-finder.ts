import type { DataType } from '#contract/data-types.ts';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { daysIn } from '#server/vehicles/series-counts.ts';
import type { TimeRange } from '#server/vehicles/vehicle-source.ts';

const LONGEST_SPANS = 3;

/** Pauses in the delivered rows of one data type, including those at the ends of the time range. */
export interface Gaps {
  dataType: DataType;
  part: TimeRange;
  daysWithData: number;
  days: number;
  overHour: number;
  overDay: number;
  longest: number;
  spans: TimeRange[];
}

const longestOf = (spans: TimeRange[]): TimeRange[] =>
  spans.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, LONGEST_SPANS);

/** Finds the gaps between rows, which must be added oldest first. */
export class GapFinder {
  readonly #gaps: Gaps[];
  #part = 0;
  #last: number;
  #day = Number.NaN;

  constructor(dataType: DataType, parts: readonly TimeRange[]) {
    this.#gaps = parts.map((part) => ({
      dataType,
      part,
      daysWithData: 0,
      days: daysIn(part),
      overHour: 0,
      overDay: 0,
      longest: 0,
      spans: [],
    }));
    this.#last = parts[0]?.from ?? 0;
  }

  add(at: number): void {
    for (let gaps = this.#gaps[this.#part]; gaps && at >= gaps.part.to; gaps = this.#next(gaps));
    const gaps = this.#gaps[this.#part];
    if (!gaps) return;
    this.#pause(gaps, at);
    const day = Math.floor(at / DAY);
    if (day !== this.#day) gaps.daysWithData++;
    this.#day = day;
  }

  finish(): readonly Gaps[] {
    for (let gaps = this.#gaps[this.#part]; gaps; gaps = this.#next(gaps));
    return this.#gaps;
  }

  #pause(gaps: Gaps, until: number): void {
    const pause = until - this.#last;
    if (pause > DAY) gaps.spans = longestOf([...gaps.spans, { from: this.#last, to: until }]);
    this.#last = until;
    gaps.longest = Math.max(gaps.longest, pause);
    if (pause > HOUR) gaps.overHour++;
    if (pause > DAY) gaps.overDay++;
  }

  #next(gaps: Gaps): Gaps | undefined {
    this.#pause(gaps, gaps.part.to);
    const next = this.#gaps[++this.#part];
    this.#last = next?.part.from ?? this.#last;
    this.#day = Number.NaN;
    return next;
  }
}

interface ShownGap extends TimeRange {
  absence: 'notRecorded' | 'notLinked';
}

export function shownGaps(found: readonly Gaps[], dataType: DataType): ShownGap[] {
  const own = found.filter((gaps) => gaps.dataType === dataType);
  const unlinked = own.slice(1).map(({ part }, index): ShownGap => {
    const from = own[index]?.part.to ?? part.from;
    return { from, to: part.from, absence: 'notLinked' };
  });
  const empty = own.flatMap(({ spans }) =>
    spans.map((span): ShownGap => ({ ...span, absence: 'notRecorded' })),
  );
  return [...empty, ...unlinked].toSorted((a, b) => a.from - b.from);
}
