import type { Area, Arrow, ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';

type Size = Pick<Area, 'width' | 'height'>;

/** Below `readable` a picture shows its shape and no longer its words. */
const ZOOM = { least: 0.2, most: 4, readable: 0.9 };

export const within = (zoom: number) => Math.min(ZOOM.most, Math.max(ZOOM.least, zoom));

/** The zoom at which a picture is whole in a room. */
export function fitting(room: Size, picture: Size): number {
  return within(Math.min(room.width / picture.width, room.height / picture.height));
}

/** The zoom a picture begins with: whole and no larger than drawn, where that can be read. */
export function opening(room: Size, picture: Size): number {
  return Math.min(1, Math.max(ZOOM.readable, fitting(room, picture)));
}

/** The share of a room beside its edges in which a place hardly catches the eye. */
const EDGE = 0.12;

/** Scroll position on one axis that brings a stretch well into sight; unchanged if it is there. */
export function scrollTo(scrolled: number, room: number, begin: number, length: number): number {
  const edge = room * EDGE;
  const isInSight = begin >= scrolled + edge && begin + length <= scrolled + room - edge;
  return isInSight ? scrolled : Math.max(0, begin + length / 2 - room / 2);
}

/** The place a picture shows: what the address names, else where the normal course begins. */
export function placeOf({ states, arrows, ...whole }: ChartLayout, id: string | null): Area {
  const arrow = arrows.find(({ transitions }) => id !== null && transitions.includes(id));
  const named = states.find((state) => state.id === id) ?? (arrow && areaOf(arrow));
  // Machines are written along their normal course.
  const first = states.find(({ type }) => type === 'atomic');
  return named ?? first ?? { ...whole, x: 0, y: 0 };
}

/** Where an arrow is read: at its label; one without, which a rail gathers, along its line. */
function areaOf({ label, points }: Arrow): Area {
  if (label.lines.length > 0) return label;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The state or arrow in the picture that stands for a state or a transition. */
export function drawnAs({ arrows }: Pick<ChartLayout, 'arrows'>, id: string): string {
  return arrows.find(({ transitions }) => transitions.includes(id))?.id ?? id;
}
