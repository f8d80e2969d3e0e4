import { DAY } from '#lib/words/durations.ts';
import type { FileStorage } from '#server/platform/storage/file-storage.ts';
import { type CataloguedObject, type FoundGroup, groupsIn, holdsAny } from './series-object.ts';
import type { Coverage, TimeRange } from './vehicle-source.ts';

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
 * Sums the coverage of groups of signals per day (UTC). Parts can be added in any order. Gaps are
 * exact, because they are longer than a day and computed from the first and last time of each day.
 * If there is no gap, `longest` may be too small, because pauses within a day are not known.
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

  all(range: TimeRange): Coverage[] {
    return this.#days.map((days) => coverageOf([...days.values()], range));
  }
}

function coverageOf(unsorted: readonly Day[], range: TimeRange): Coverage {
  const days = unsorted.toSorted((a, b) => a.first - b.first);
  const [begins, ends] = [days.map(({ first }) => first), days.map(({ last }) => last)];
  const silences = [range.from, ...ends].map((at, index) => (begins[index] ?? range.to) - at);
  const gaps = silences.filter((silence) => silence > DAY);
  return {
    rows: days.reduce((sum, { rows }) => sum + rows, 0),
    first: days[0]?.first ?? null,
    last: days.at(-1)?.last ?? null,
    gaps: { count: gaps.length, longest: Math.max(...silences), beyond: DAY },
    days: { withData: days.length, all: daysIn(range) },
    periods: periodsOf(days),
  };
}

function periodsOf(days: readonly Day[]): NonNullable<Coverage['periods']> {
  const periods: { first: number; last: number }[] = [];
  for (const { first, last } of days) {
    const before = periods.at(-1);
    if (before && Math.floor(first / DAY) - Math.floor(before.last / DAY) <= 1) before.last = last;
    else periods.push({ first, last });
  }
  return periods;
}

export const daysIn = ({ from, to }: TimeRange) => Math.ceil(to / DAY) - Math.floor(from / DAY);

/**
 * Counts the values of each signal in a range. Objects and row groups entirely within the range are
 * counted by their metadata; only those at its edges are read.
 */
export async function countSeries(
  storage: FileStorage,
  objects: readonly CataloguedObject[],
  names: readonly string[],
  range: TimeRange,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const add = (name: string, count: number) => {
    if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count);
  };
  const held = objects.filter((object) => holdsAny(object, names));
  const isWhole = ({ first, last }: CataloguedObject) => first >= range.from && last < range.to;
  for (const object of held.filter(isWhole))
    for (const name of names) add(name, object.counts[name] ?? 0);
  const cut = held.filter((object) => !isWhole(object));
  for await (const { object, group, within } of groupsIn(storage, cut, range)) {
    if (within === 'all') {
      for (const name of names) add(name, group.counts.get(name) ?? 0);
      continue;
    }
    const { at, columns } = await object.read(group, names);
    const isIn = at.map((instant) => instant >= range.from && instant < range.to);
    for (const [index, name] of names.entries())
      add(name, columns[index]?.filter((value, row) => value !== null && isIn[row]).length ?? 0);
  }
  return counts;
}

export async function coverSeries(
  coverages: Coverages,
  storage: FileStorage,
  objects: readonly CataloguedObject[],
  groups: readonly (readonly string[])[],
  range: TimeRange,
): Promise<void> {
  const held = objects.filter((object) => holdsAny(object, groups.flat()));
  for await (const found of groupsIn(storage, held, range))
    for (const [index, names] of groups.entries())
      coverages.add(index, await partOf(found, names, range));
}

async function partOf(
  { object, group, within }: FoundGroup,
  names: readonly string[],
  range: TimeRange,
) {
  const present = names.filter((name) => group.counts.get(name));
  if (present.length === 0) return { rows: 0, first: null, last: null };
  const isComplete = present.some((name) => group.counts.get(name) === group.rows);
  if (within === 'all' && isComplete)
    return { rows: group.rows, first: group.first, last: group.last };
  const { at, columns } = await object.read(group, present);
  const instants = at.filter(
    (instant, row) =>
      instant >= range.from &&
      instant < range.to &&
      columns.some((column) => (column?.[row] ?? null) !== null),
  );
  return { rows: instants.length, first: instants[0] ?? null, last: instants.at(-1) ?? null };
}

export async function spanOfSeries(
  storage: FileStorage,
  objects: readonly CataloguedObject[],
  range: TimeRange,
): Promise<{ first: number | null; last: number | null }> {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const add = (at: number) => {
    first = Math.min(first, at);
    last = Math.max(last, at);
  };
  const isIn = (at: number) => at >= range.from && at < range.to;
  // First and last times within the range are in the catalogue and need no read.
  for (const object of objects) for (const at of [object.first, object.last]) if (isIn(at)) add(at);
  const cut = objects.filter((object) => !isIn(object.first) || !isIn(object.last));
  for await (const { object, group, within } of groupsIn(storage, cut, range)) {
    if (within === 'all') {
      add(group.first);
      add(group.last);
    } else for (const at of (await object.read(group, [])).at) if (isIn(at)) add(at);
  }
  return first > last ? { first: null, last: null } : { first, last };
}
