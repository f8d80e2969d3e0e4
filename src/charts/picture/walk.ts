import type { Arrow, ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';

export type WalkKey = 'ArrowRight' | 'ArrowLeft' | 'ArrowDown' | 'ArrowUp' | 'Home';

export const isWalkKey = (key: string): key is WalkKey =>
  ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home'].includes(key);

/**
 * State or arrow that a key leads to: right along what leaves, left to where it comes from, up and
 * down among what is beside it. Undefined where nothing is in that direction.
 */
export function walk(layout: ChartLayout, from: string, key: WalkKey): string | undefined {
  if (key === 'Home') return layout.states[0]?.id;
  const arrow = layout.arrows.find(({ id }) => id === from);
  return arrow ? fromArrow(layout, arrow, key) : fromState(layout, from, key);
}

function fromState(layout: ChartLayout, id: string, key: WalkKey): string | undefined {
  if (key === 'ArrowRight') return leaving(layout, id)[0]?.id ?? firstChild(layout, id);
  if (key === 'ArrowLeft')
    return (
      layout.arrows.find(({ source, target }) => target === id && source !== id)?.id ??
      layout.states.find((state) => state.id === id)?.parent ??
      undefined
    );
  const place = layout.states.findIndex((state) => state.id === id);
  return layout.states[place + (key === 'ArrowDown' ? 1 : -1)]?.id;
}

function fromArrow(layout: ChartLayout, arrow: Arrow, key: WalkKey): string | undefined {
  if (key === 'ArrowRight') return arrow.target;
  if (key === 'ArrowLeft') return arrow.source;
  const beside = leaving(layout, arrow.source);
  const place = beside.findIndex(({ id }) => id === arrow.id);
  return beside[place + (key === 'ArrowDown' ? 1 : -1)]?.id;
}

/** Arrows that can be taken in a state: its own, then those of the states around it. */
function leaving({ arrows, states }: ChartLayout, id: string): Arrow[] {
  const own = arrows.filter(({ source }) => source === id);
  const parent = states.find((state) => state.id === id)?.parent;
  return parent ? [...own, ...leaving({ arrows, states } as ChartLayout, parent)] : own;
}

function firstChild({ states, initials }: ChartLayout, id: string): string | undefined {
  const begun = initials.some(({ state }) => state === id);
  return begun ? states.find(({ parent }) => parent === id)?.id : undefined;
}
