import type { DottedCase, Party } from '#charts/timeline/use-party-words.ts';
import type { ChartLayout, Point, StateBox } from '#lib/statechart/drawing/chart-layout.ts';
import type { MachineGraph } from '#lib/statechart/graph/graph.ts';

/** The steps of an application, each with the way in the picture that it took. */
export interface Track {
  key: string;
  steps: readonly TrackStep[];
}

interface TrackStep {
  at: number;
  party: Party;
  /** Null for one of an earlier release, which the picture does not have. */
  box: StateBox | null;
  /** Points from the state before; none where the application came from outside the picture. */
  way: readonly Point[];
}

/** A mark in the picture: an application, by whose turn it is. */
export interface Token extends Point {
  key: string;
  party: Party;
}

/** What the picture shows at an instant. */
export interface Scene {
  moving: readonly Token[];
  resting: readonly { box: StateBox; tokens: readonly Token[] }[];
}

/** Between marks that rest in a state, px at most. */
const APART = 9;

export function tracksOf(
  cases: readonly DottedCase[],
  { layout, graph }: { layout: ChartLayout; graph: MachineGraph },
): Track[] {
  const boxes = new Map(layout.states.map((box) => [box.id, box]));
  return cases.map(({ number, steps }, index) => ({
    key: number ?? String(index),
    steps: steps.map(({ at, waitsFor, state, event }, place) => {
      const from = steps[place - 1]?.state ?? null;
      const box = boxes.get(state ?? '') ?? null;
      const before = boxes.get(from ?? '');
      const way = before && box ? wayOf(layout, graph, { from: before, event, to: box }) : [];
      return { at, party: waitsFor, box, way };
    }),
  }));
}

interface Move {
  from: StateBox;
  event: string;
  to: StateBox;
}

/** The arrow of a step, through the rail that gathers it; straight on where the chart has none. */
function wayOf(
  layout: ChartLayout,
  { transitions }: MachineGraph,
  { from, event, to }: Move,
): Point[] {
  const ids = transitions
    .filter((each) => each.event === event && each.targets[0] === to.id)
    .map(({ id }) => id);
  const arrow = layout.arrows
    .filter((each) => each.source === from.id || from.id.startsWith(`${each.source}.`))
    .find((each) => each.transitions.some((id) => ids.includes(id)));
  if (!arrow) return [middleOf(from), middleOf(to)];
  const rail = layout.rails.find(({ id }) => id === arrow.rail);
  return [...arrow.points, ...(rail?.points ?? [])];
}

const middleOf = ({ x, y, width, height }: StateBox): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});

/**
 * Where the applications are at an instant.
 * @param glide time before a step that a mark is on its way, ms; it leaves no earlier than it came
 */
export function sceneAt(tracks: readonly Track[], at: number, glide: number): Scene {
  const moving: Token[] = [];
  const resting = new Map<StateBox, { key: string; party: Party }[]>();
  for (const { key, steps } of tracks) {
    const index = steps.findLastIndex((step) => step.at <= at);
    const [step, next] = [steps[index], steps[index + 1]];
    if (!step?.box) continue;
    const { box, party } = step;
    const leaves = next && Math.max(step.at, next.at - glide);
    if (leaves !== undefined && at > leaves && next && next.way.length > 0)
      moving.push({ key, party, ...along(next.way, (at - leaves) / (next.at - leaves)) });
    else resting.set(box, [...(resting.get(box) ?? []), { key, party }]);
  }
  return {
    moving,
    resting: [...resting].map(([box, tokens]) => ({ box, tokens: ranked(box, tokens) })),
  };
}

/** Marks in a row on the lower edge of their state. */
function ranked(box: StateBox, tokens: readonly { key: string; party: Party }[]): Token[] {
  const apart = Math.min(APART, box.width / (tokens.length + 1));
  return tokens.map((token, index) => ({
    ...token,
    x: box.x + apart * (index + 1),
    y: box.y + box.height,
  }));
}

/** The point at a share of the length of a line. */
export function along(points: readonly Point[], share: number): Point {
  const parts = points.slice(1).map((to, index) => {
    const from = points[index] as Point;
    return { from, to, length: Math.hypot(to.x - from.x, to.y - from.y) };
  });
  let left = parts.reduce((sum, { length }) => sum + length, 0) * share;
  for (const { from, to, length } of parts) {
    if (left <= length && length > 0) {
      const part = left / length;
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    }
    left -= length;
  }
  return points.at(-1) as Point;
}
