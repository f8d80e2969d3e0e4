import type { Arrow } from './read-imports.ts';

export interface Layering {
  levels: number;
  /** Arrows against the layering: for each cycle, the arrow with the fewest imports. */
  back: Arrow[];
}

export function layeringOf(arrows: readonly Arrow[]): Layering {
  const down: Arrow[] = [];
  const back: Arrow[] = [];
  const staticArrows = arrows.filter(({ isDynamic }) => !isDynamic);
  for (const arrow of staticArrows.toSorted((a, b) => b.imports - a.imports))
    (below(down, arrow.to).has(arrow.from) ? back : down).push(arrow);

  const levels = new Map<string, number>();
  const levelOf = (group: string): number => {
    const known = levels.get(group);
    if (known !== undefined) return known;
    const lower = down.filter(({ from }) => from === group).map(({ to }) => levelOf(to));
    const level = 1 + Math.max(0, ...lower);
    levels.set(group, level);
    return level;
  };
  return { levels: Math.max(0, ...down.map(({ from }) => levelOf(from))), back };
}

export function below(arrows: readonly Arrow[], group: string): Set<string> {
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

export function diagram(arrows: readonly Arrow[]): string {
  const drawn = withoutDetours(arrows).map(({ from, to, isDynamic }) => {
    return `  ${idOf(from)} ${isDynamic ? '-.->' : '-->'} ${idOf(to)}`;
  });
  const modules = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].toSorted();
  const named = modules.map((module) => `  ${idOf(module)}["${module}"]`);
  return ['```mermaid', 'flowchart TD', ...named, ...drawn.toSorted(), '```', ''].join('\n');
}

function withoutDetours(arrows: readonly Arrow[]): Arrow[] {
  const staticArrows = arrows.filter(({ isDynamic }) => !isDynamic);
  return arrows.filter((arrow) => {
    const others = staticArrows.filter(({ from, to }) => from === arrow.from && to !== arrow.to);
    return arrow.isDynamic || !others.some(({ to }) => below(staticArrows, to).has(arrow.to));
  });
}

const idOf = (module: string) => module.replace('/', '-');
