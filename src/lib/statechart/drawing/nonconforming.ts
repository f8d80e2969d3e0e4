import type { Area, ChartLayout, Point } from './chart-layout.ts';
import { routeAround } from './route-around.ts';
import { LINE_HEIGHT, lineWidth } from './text-lines.ts';

/** A line that the machine does not have: where cases went all the same. */
interface NonconformingEdge {
  from: string;
  to: string;
  text: string;
}

/** Its way through the picture, and the place of its text. */
export interface NonconformingLine {
  points: Point[];
  label: Area & { text: string };
}

const GAP = 4;
/** Part of a box's width at which a line that leads back to it begins, and ends. */
const CORNER = 24;

/** Lines past every box and every label of the picture, with their texts where nothing else is. */
export function nonconformingLines(
  layout: ChartLayout,
  edges: readonly NonconformingEdge[],
): NonconformingLine[] {
  const { width, height } = layout;
  const taken = [...obstacles(layout)];
  return edges.flatMap(({ from, to, text }) => {
    const [a, b] = [from, to].map((id) => layout.states.find((each) => each.id === id));
    if (!a || !b) return [];
    const [start, end] =
      a === b
        ? [
            { ...a, width: CORNER },
            { ...a, x: a.x + a.width - CORNER, width: CORNER },
          ]
        : [a, b];
    const points = routeAround({ width, height, taken }, start, end);
    if (!points) return [];
    const size = { width: Math.ceil(lineWidth({ kind: 'note', text })), height: LINE_HEIGHT };
    const label = { ...placeBeside(points, size, layout, taken), text };
    taken.push(label);
    return [{ points, label }];
  });
}

/** What can be read, and the boxes of the innermost states. */
export function obstacles({ states, arrows, rails }: ChartLayout): Area[] {
  const isInner = (id: string) => states.every(({ parent }) => parent !== id);
  return [
    ...states.map((state) =>
      isInner(state.id)
        ? state
        : {
            x: state.x + 10,
            y: state.y + 8,
            width: Math.max(0, ...state.lines.map(lineWidth)),
            height: state.lines.length * LINE_HEIGHT + 4,
          },
    ),
    ...rails,
    ...arrows.flatMap(({ label }) => (label.lines.length > 0 ? label : [])),
  ];
}

/** The free place that is nearest to a line's middle. */
function placeBeside(
  points: readonly Point[],
  size: Pick<Area, 'width' | 'height'>,
  layout: ChartLayout,
  taken: readonly Area[],
): Area {
  const pieces = points.slice(1).map((to, index) => between(points[index] as Point, to));
  const [first, last] = [points[0], points.at(-1)] as [Point, Point];
  const middle = points[Math.floor(points.length / 2)] ?? first;
  const near = [middle, { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 }];
  const isFree = (place: Area) =>
    ![...taken, ...pieces].some((each) => overlap(grown(place), each));
  let best: Area = { ...middle, ...size };
  let least = Number.POSITIVE_INFINITY;
  for (let y = GAP; y <= layout.height - size.height - GAP; y += GAP)
    for (let x = GAP; x <= layout.width - size.width - GAP; x += 2 * GAP) {
      const [centreX, centreY] = [x + size.width / 2, y + size.height / 2];
      const far = Math.min(
        ...pieces.map((piece) => distance(piece, centreX, centreY)),
        ...near.map((point) => Math.hypot(point.x - centreX, point.y - centreY)),
      );
      if (far >= least || !isFree({ x, y, ...size })) continue;
      least = far;
      best = { x, y, ...size };
    }
  return best;
}

function between(a: Point, b: Point): Area {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

const grown = ({ x, y, width, height }: Area): Area => ({
  x: x - GAP,
  y: y - GAP,
  width: width + 2 * GAP,
  height: height + 2 * GAP,
});

function overlap(a: Area, b: Area): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** From a point to the nearest of an area. */
function distance({ x, y, width, height }: Area, pointX: number, pointY: number): number {
  const beyond = (value: number, low: number, high: number) =>
    Math.max(low - value, 0, value - high);
  return Math.hypot(beyond(pointX, x, x + width), beyond(pointY, y, y + height));
}
