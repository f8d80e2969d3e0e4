import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Import, readImports, sourceFiles } from '../rooms/read-imports.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const places = ['src', 'machines', 'tests', 'vite.config.ts'];
/**
 * What Vitest loads itself, once: its configuration, the global setup, and the calls and the
 * charts that plugins of the pages make modules of.
 */
const kept = [
  'vite.config.ts',
  'tests/server/store-template.ts',
  'src/contract/endpoints.ts',
  'src/tools/charts/chart.ts',
  'machines/catalogue.ts',
];

/** Every import of sources and suites, and every source that one names as a program to run. */
export function readUses(): Import[] {
  const named = sourceFiles(places).flatMap((from) => {
    const text = readFileSync(path.join(root, from), 'utf8');
    return [...text.matchAll(/'([\w./-]+\.tsx?)'/g)].flatMap(([, name = '']) => {
      const to = name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : name;
      return existsSync(path.join(root, to)) ? [{ from, to, isDynamic: true }] : [];
    });
  });
  // The sources that a suite writes for a tree of its own import what is not in this one.
  const imports = readImports(places).filter(({ to }) => existsSync(path.join(root, to)));
  return [...imports, ...named];
}

/** A function that gives these files and all that they use, directly or not. */
export function sourcesBy(uses: readonly Import[]): (files: readonly string[]) => Set<string> {
  const used = Map.groupBy(uses, ({ from }) => from);
  return (files) => {
    const found = new Set(files);
    for (const file of found) for (const { to } of used.get(file) ?? []) found.add(to);
    return found;
  };
}

/** Files that the process of Vitest has in memory from its beginning. */
export const keptLoaded = (uses: readonly Import[]): ReadonlySet<string> =>
  sourcesBy(uses.filter(({ isDynamic }) => !isDynamic))(kept);
