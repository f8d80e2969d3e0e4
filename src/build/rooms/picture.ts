import { below } from './layering.ts';
import type { Arrow } from './read-imports.ts';

export function picture(arrows: readonly Arrow[]): string {
  const drawn = withoutDetours(arrows).map(({ from, to, isDynamic }) => {
    return `  ${idOf(from)} ${isDynamic ? '-.->' : '-->'} ${idOf(to)}`;
  });
  const rooms = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].toSorted();
  const named = rooms.map((room) => `  ${idOf(room)}["${room}"]`);
  return ['```mermaid', 'flowchart TD', ...named, ...drawn.toSorted(), '```', ''].join('\n');
}

function withoutDetours(arrows: readonly Arrow[]): Arrow[] {
  const staticArrows = arrows.filter(({ isDynamic }) => !isDynamic);
  return arrows.filter((arrow) => {
    const others = staticArrows.filter(({ from, to }) => from === arrow.from && to !== arrow.to);
    return arrow.isDynamic || !others.some(({ to }) => below(staticArrows, to).has(arrow.to));
  });
}

const idOf = (room: string) => room.replace('/', '-');
