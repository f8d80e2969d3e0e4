import path from 'node:path';
import type { Import } from '../rooms/read-imports.ts';
import type { Fault } from './faults.ts';
import type { Baseline } from './measure-reach.ts';

/**
 * Suites that can notice a fault, the likeliest first: those that ran its function, or where nobody
 * knows, those whose imports lead to its file.
 */
export function nearestSuites(
  { file, within }: Pick<Fault, 'file' | 'within'>,
  { reach, duration }: Baseline,
  imports: readonly Import[],
): string[] {
  const measured = within === null ? undefined : reach.get(within);
  const able = measured ?? takers(imports, [file]);
  return [...able]
    .filter((suite) => duration.has(suite))
    .toSorted(
      (a, b) =>
        nearness(b, file) - nearness(a, file) ||
        (duration.get(a) ?? 0) - (duration.get(b) ?? 0) ||
        a.localeCompare(b),
    );
}

/** How much nearer a suite is that imports the file itself, wherever it stands. */
const DIRECT = 6;

/**
 * Suites whose imports lead to a file: those that bear its name, stand in its folder or import it
 * themselves first, of the others those that come to it in the fewest steps.
 */
export function nearestByName(file: string, imports: readonly Import[]): string[] {
  const direct = new Set(imports.filter(({ to }) => to === file).map(({ from }) => from));
  const scoreOf = (suite: string) => nearness(suite, file) + (direct.has(suite) ? DIRECT : 0);
  // Takers come in the order of their steps, which the sort keeps.
  return [...takers(imports, [file])]
    .filter((name) => /\.test\.tsx?$/.test(name))
    .toSorted((a, b) => scoreOf(b) - scoreOf(a));
}

/** These files, and every other whose imports lead to one of them. */
export function takers(imports: readonly Import[], files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const taken of found) for (const { from, to } of imports) if (to === taken) found.add(from);
  return found;
}

/** How much nearer a suite is that shows every page of a folder, or that watches all other rows. */
const WHOLE = 4;
const whole = /^(whole-.*|bystanders)$/;

/**
 * Folders and words that a suite's path shares with a file's, as tests mirror the sources; a folder
 * that the file does not stand in leads away from it. A word says more than a folder: parts of `ui`
 * are often tried where they are used.
 */
function nearness(suite: string, file: string): number {
  const [folders, others] = [suite, file].map((name) =>
    path.posix.dirname(name).split('/').slice(1),
  );
  const [name, wanted] = [suite, file].map((place) => path.posix.basename(place).split('.')[0]);
  // Most pages have it in their names.
  const own = wanted?.split('-').filter((word) => word !== 'page') ?? [];
  const words = new Set([...own, ...(others?.slice(1) ?? [])]);
  const common = name?.split('-').filter((word) => words.has(word)).length ?? 0;
  let shared = 0;
  while (shared < (folders?.length ?? 0) && folders?.[shared] === others?.[shared]) shared++;
  const away = (folders?.length ?? 0) - shared;
  const isWhole = whole.test(name ?? '') && away === 0;
  return 2 * shared + 4 * common - away + (name === wanted ? 10 : 0) + (isWhole ? WHOLE : 0);
}
