import type { FileStorage } from '#server/platform/storage/file-storage.ts';
import type { Coverages } from './coverages.ts';
import { type CataloguedObject, holdsAny } from './series-catalogue.ts';
import { type FoundGroup, groupsIn } from './series-rows.ts';
import type { TimeRange } from './vehicle-source.ts';

/**
 * Counts the values of each signal in a range. Objects and row groups that lie in it whole are
 * counted by what is written of them; rows are read at its ends.
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

/** Adds what there is of each group of signals in a range, row group by row group. */
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

/** First and last instant with any row in a range. */
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
  // An end of an object that lies in the range is an end of its rows there.
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
