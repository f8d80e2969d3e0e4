import type { Area, ChartLayout, Point } from './chart-layout.ts';
import { LINE_HEIGHT, lineWidth } from './text-lines.ts';

interface NonconformingEdge {
  from: string;
  to: string;
  text: string;
}

export interface NonconformingLine {
  points: Point[];
  label: Area & { text: string };
}

const LOOP_PX = 24;
const SHARES = [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75, 0.2, 0.8, 0.15, 0.85];

/** Draws straight lines above all other elements, each label where it covers the least text. */
export function nonconformingLines(
  layout: ChartLayout,
  edges: readonly NonconformingEdge[],
): NonconformingLine[] {
  const labels: Area[] = [];
  const taken: Area[] = [
    ...layout.states.filter(({ id }) => layout.states.every(({ parent }) => parent !== id)),
    ...layout.rails,
    ...layout.arrows.flatMap((arrow) => (arrow.label.lines.length > 0 ? arrow.label : [])),
  ];
  return edges.flatMap(({ from, to, text }) => {
    const [a, b] = [from, to].map((id) => layout.states.find((each) => each.id === id));
    if (!a || !b) return [];
    const points = a === b ? loop(a) : [border(a, centre(b)), border(b, centre(a))];
    const size = { width: Math.ceil(lineWidth({ kind: 'note', text })), height: LINE_HEIGHT };
    const [place] = [0, -1, 1]
      .flatMap((lines) => SHARES.map((share) => placeAt(points, share, size, layout, lines)))
      .map((area) => ({
        area,
        hidden: countOverlaps(area, labels) * 100 + countOverlaps(area, taken),
      }))
      .sort((a, b) => a.hidden - b.hidden);
    if (!place) return [];
    const label = { ...place.area, text };
    labels.push(label);
    return [{ points, label }];
  });
}

const centre = ({ x, y, width, height }: Area): Point => ({ x: x + width / 2, y: y + height / 2 });

function border(box: Area, to: Point): Point {
  const { x, y } = centre(box);
  const [dx, dy] = [to.x - x, to.y - y];
  const share = Math.min(box.width / 2 / Math.abs(dx), box.height / 2 / Math.abs(dy), 1);
  return { x: x + dx * share, y: y + dy * share };
}

function loop({ x, y, width }: Area): Point[] {
  const [left, right] = [x + width / 2 - LOOP_PX / 2, x + width / 2 + LOOP_PX / 2];
  return [
    { x: left, y },
    { x: left, y: y - LOOP_PX },
    { x: right, y: y - LOOP_PX },
    { x: right, y },
  ];
}

function placeAt(
  points: readonly Point[],
  share: number,
  { width, height }: Pick<Area, 'width' | 'height'>,
  picture: Pick<Area, 'width' | 'height'>,
  linesBelow: number,
): Area {
  const [start, end] = [points[0], points.at(-1)] as [Point, Point];
  const isLoop = points.length > 2;
  const spread = isLoop ? 2 * width : end.x - start.x;
  const x = (start.x + end.x) / 2 + spread * (share - 0.5) - width / 2;
  const y = isLoop ? start.y - LOOP_PX - height : start.y + (end.y - start.y) * share - height / 2;
  const top = y + linesBelow * height;
  return {
    x: Math.min(Math.max(x, 0), picture.width - width),
    y: Math.min(Math.max(top, 0), picture.height - height),
    width,
    height,
  };
}

const countOverlaps = (area: Area, others: readonly Area[]) =>
  others.filter((other) => overlap(area, other)).length;

function overlap(a: Area, b: Area): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
