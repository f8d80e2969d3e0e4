import type { Import } from './read-imports.ts';

/** Returns the arrows that are part of a cycle. */
export function cyclicArrows(arrows: readonly Import[]): Import[] {
  const staticArrows = arrows.filter(({ isDynamic }) => !isDynamic);
  return staticArrows.filter(({ from, to }) => below(staticArrows, to).has(from));
}

function below(arrows: readonly Import[], group: string): Set<string> {
  const seen = new Set<string>();
  const queue = [group];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const { from, to } of arrows) {
      if (from !== at || seen.has(to)) continue;
      seen.add(to);
      queue.push(to);
    }
  }
  return seen;
}

export function diagram(arrows: readonly Import[]): string {
  const drawn = withoutDetours(arrows).map(({ from, to, isDynamic }) => {
    return `  ${idOf(from)} ${isDynamic ? '-.->' : '-->'} ${idOf(to)}`;
  });
  const modules = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].toSorted();
  const named = modules.map((module) => `  ${idOf(module)}["${module}"]`);
  return ['```mermaid', 'flowchart TD', ...named, ...drawn.toSorted(), '```', ''].join('\n');
}

function withoutDetours(arrows: readonly Import[]): Import[] {
  const staticArrows = arrows.filter(({ isDynamic }) => !isDynamic);
  return arrows.filter((arrow) => {
    const others = staticArrows.filter(({ from, to }) => from === arrow.from && to !== arrow.to);
    return arrow.isDynamic || !others.some(({ to }) => below(staticArrows, to).has(arrow.to));
  });
}

const idOf = (module: string) => module.replace('/', '-');
