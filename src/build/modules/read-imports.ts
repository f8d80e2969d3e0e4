import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import manifest from '../../../package.json' with { type: 'json' };

export interface Import {
  from: string;
  to: string;
  isDynamic: boolean;
  isType?: boolean;
}

const root = path.resolve(import.meta.dirname, '../../..');
const statement =
  /^(?:import|export)( type)?\b(?:[^;'=]*?\bfrom)? '([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

export function readImports(): Import[] {
  const files = globSync('{src,machines}/**/*.{ts,tsx}', { cwd: root });
  return files.sort().flatMap((from) => {
    const text = readFileSync(path.join(root, from), 'utf8');
    return [...text.matchAll(statement)].flatMap(([, type, fixed, dynamic]) => {
      const to = resolved(from, fixed ?? dynamic ?? '');
      const isType = type !== undefined;
      return to === null ? [] : [{ from, to, isDynamic: fixed === undefined, isType }];
    });
  });
}

const lazy =
  /\b(?:page\(\s*'[^']*',|lazyPage\()\s*'(\w+)',\s*(?:async )?\(\) =>[^']*?import\('([^']+)'\)/g;

/** Pages and lazy parts, with the areas of the message catalogue that load with them. */
export function lazyParts(): { from: string; file: string; area: string }[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((from) =>
    Array.from(
      readFileSync(path.join(root, from), 'utf8').matchAll(lazy),
      ([, area = '', named = '']) => ({ from, file: resolved(from, named) ?? '', area }),
    ),
  );
}

function resolved(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  const alias = Object.entries(manifest.imports).find(([pattern]) =>
    specifier.startsWith(pattern.slice(0, -1)),
  );
  if (!alias) return null;
  const [pattern, target] = alias;
  return target.slice(2, -1) + specifier.slice(pattern.length - 1);
}

export function arrowsOf(
  imports: readonly Import[],
  groupOf: (file: string) => string | null,
): Import[] {
  const arrows = new Map<string, Import>();
  for (const { from, to, isDynamic } of imports) {
    const [one, other] = [groupOf(from), groupOf(to)];
    if (one === null || other === null || one === other) continue;
    const known = arrows.get(`${one} ${other}`);
    arrows.set(`${one} ${other}`, {
      from: one,
      to: other,
      isDynamic: isDynamic && (known?.isDynamic ?? true),
    });
  }
  return [...arrows.values()];
}

/**
 * Returns the module of a source file: `lib/statechart`, `server/platform`, `portal`. Files that
 * compose modules have their own module: `server` is the server's entry point, `pages` the browser's.
 */
export function moduleOf(file: string): string | null {
  const [top = '', first = '', second = '', third] = file.split('/');
  if (top === 'machines') return top;
  if (top !== 'src') return null;
  if (second === '') return 'pages';
  if (first !== 'server' && first !== 'lib') return first;
  return third === undefined ? first : `${first}/${second}`;
}

const boxes: Readonly<Record<string, string>> = {
  portal: 'pages',
  desk: 'pages',
  charts: 'pages',
  'server/site': 'server',
  'server/operations': 'server',
  demo: 'server',
  testing: 'tools',
  build: 'tools',
};

export function boxOf(file: string): string | null {
  const module = moduleOf(file);
  if (module?.startsWith('lib/')) return 'lib';
  return boxes[module ?? ''] ?? module;
}
