import type { Area, Arrow, ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';

export function placeOf({ states, arrows, width, height }: ChartLayout, id: string | null): Area {
  const arrow = arrows.find(({ transitions }) => id !== null && transitions.includes(id));
  const named = states.find((state) => state.id === id) ?? (arrow && areaOf(arrow));
  // The normal course begins at the first atomic state.
  const first = states.find(({ type }) => type === 'atomic');
  return named ?? first ?? { x: 0, y: 0, width, height };
}

function areaOf({ label, points }: Arrow): Area {
  if (label.lines.length > 0) return label;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export function drawnAs({ arrows }: Pick<ChartLayout, 'arrows'>, id: string): string {
  return arrows.find(({ transitions }) => transitions.includes(id))?.id ?? id;
}

const walkKeys = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home'] as const;
export type WalkKey = (typeof walkKeys)[number];

export const isWalkKey = (key: string): key is WalkKey => walkKeys.some((each) => each === key);

/**
 * Returns the state or arrow to which an arrow key moves: right along an outgoing arrow, left to
 * its origin, up and down among siblings. Undefined if there is nothing in that direction.
 */
export function walk(layout: ChartLayout, from: string, key: WalkKey): string | undefined {
  if (key === 'Home') return layout.states[0]?.id;
  const arrow = layout.arrows.find(({ id }) => id === from);
  return arrow ? fromArrow(layout, arrow, key) : fromState(layout, from, key);
}

function fromState(layout: ChartLayout, id: string, key: WalkKey): string | undefined {
  if (key === 'ArrowRight') return leaving(layout, id)[0]?.id ?? firstChild(layout, id);
  const { states } = layout;
  const index = states.findIndex((state) => state.id === id);
  if (key === 'ArrowLeft')
    return (
      layout.arrows.find(({ source, target }) => target === id && source !== id)?.id ??
      states.find((state) => state.id === states[index]?.parent)?.id
    );
  return states[index + (key === 'ArrowDown' ? 1 : -1)]?.id;
}

function fromArrow(layout: ChartLayout, arrow: Arrow, key: WalkKey): string | undefined {
  if (key === 'ArrowRight') return arrow.target;
  if (key === 'ArrowLeft') return arrow.source;
  const siblings = leaving(layout, arrow.source);
  const index = siblings.findIndex(({ id }) => id === arrow.id);
  return siblings[index + (key === 'ArrowDown' ? 1 : -1)]?.id;
}

function leaving(layout: ChartLayout, id: string): Arrow[] {
  const own = layout.arrows.filter(({ source }) => source === id);
  const parent = layout.states.find((state) => state.id === id)?.parent;
  return parent ? [...own, ...leaving(layout, parent)] : own;
}

function firstChild({ states, initials }: ChartLayout, id: string): string | undefined {
  const isInitial = initials.some(({ state }) => state === id);
  return isInitial ? states.find(({ parent }) => parent === id)?.id : undefined;
}
