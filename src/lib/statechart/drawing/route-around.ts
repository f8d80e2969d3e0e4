import type { Area, Point } from './chart-layout.ts';

/** Width of a cell, px: lines bend on a grid. */
const CELL = 6;
/** Cells that a bend is worth. */
const BEND = 6;

const ways = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
] as const;

interface Room {
  width: number;
  height: number;
  /** What no line may run through: boxes and labels. */
  taken: readonly Area[];
}

/**
 * A line from the border of one box to that of another, level and upright, past everything that is
 * taken; by the shortest way with few bends. Null where there is none.
 */
export function routeAround(room: Room, from: Area, to: Area): Point[] | null {
  const columns = Math.floor(room.width / CELL);
  const rows = Math.floor(room.height / CELL);
  const blocked = new Uint8Array(columns * rows);
  for (const area of room.taken) fill(blocked, columns, rows, area);
  const goals = new Set(besides(to, columns, rows).filter((cell) => !blocked[cell]));
  const starts = besides(from, columns, rows).filter((cell) => !blocked[cell]);
  // A cell is come to in four directions: what is cheap in one may have to bend in another.
  const cost = new Float64Array(columns * rows * ways.length).fill(Number.POSITIVE_INFINITY);
  const before = new Int32Array(cost.length).fill(-1);
  const waiting: number[][] = [[]];
  for (const cell of starts)
    for (const way of ways.keys()) {
      cost[cell * ways.length + way] = 0;
      waiting[0]?.push(cell * ways.length + way);
    }
  for (let spent = 0; spent < waiting.length; spent++)
    for (const place of waiting[spent] ?? []) {
      if (cost[place] !== spent) continue;
      const cell = Math.floor(place / ways.length);
      if (goals.has(cell)) return pathTo(before, place, columns, from, to);
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      for (const [way, step] of ways.entries()) {
        const [nextX, nextY] = [x + step.x, y + step.y];
        if (nextX < 0 || nextY < 0 || nextX >= columns || nextY >= rows) continue;
        const next = nextY * columns + nextX;
        if (blocked[next]) continue;
        const price = spent + 1 + (way === place % ways.length ? 0 : BEND);
        const nextPlace = next * ways.length + way;
        if (price >= (cost[nextPlace] ?? 0)) continue;
        cost[nextPlace] = price;
        before[nextPlace] = place;
        waiting[price] ??= [];
        waiting[price].push(nextPlace);
      }
    }
  return null;
}

const middleOf = (cell: number) => cell * CELL + CELL / 2;
const cellOf = (value: number) => Math.floor(value / CELL);

function fill(blocked: Uint8Array, columns: number, rows: number, area: Area): void {
  for (
    let y = Math.max(0, cellOf(area.y));
    y <= Math.min(rows - 1, cellOf(area.y + area.height));
    y++
  )
    for (
      let x = Math.max(0, cellOf(area.x));
      x <= Math.min(columns - 1, cellOf(area.x + area.width));
      x++
    )
      blocked[y * columns + x] = 1;
}

/** The cells around a box, but for its corners. */
function besides({ x, y, width, height }: Area, columns: number, rows: number): number[] {
  const [left, top] = [cellOf(x), cellOf(y)];
  const [right, bottom] = [cellOf(x + width), cellOf(y + height)];
  const across = Array.from({ length: right - left - 1 }, (_, index) => left + 1 + index);
  const down = Array.from({ length: bottom - top - 1 }, (_, index) => top + 1 + index);
  return [
    ...across.flatMap((column) => [
      [column, top - 1],
      [column, bottom + 1],
    ]),
    ...down.flatMap((row) => [
      [left - 1, row],
      [right + 1, row],
    ]),
  ]
    .filter(([column = -1, row = -1]) => column >= 0 && row >= 0 && column < columns && row < rows)
    .map(([column = 0, row = 0]) => row * columns + column);
}

/** The bends of the way that led to a place, from border to border. */
function pathTo(before: Int32Array, last: number, columns: number, from: Area, to: Area): Point[] {
  const points: Point[] = [];
  for (let place = last; place >= 0; place = before[place] ?? -1) {
    const cell = Math.floor(place / ways.length);
    points.unshift({ x: middleOf(cell % columns), y: middleOf(Math.floor(cell / columns)) });
  }
  const [first, end] = [points[0], points.at(-1)] as [Point, Point];
  return [nearest(from, first), ...points, nearest(to, end)].filter((point, index, all) => {
    const [one, other] = [all[index - 1], all[index + 1]];
    const isStraight =
      (one?.x === point.x && other?.x === point.x) || (one?.y === point.y && other?.y === point.y);
    return !isStraight;
  });
}

/** The place on a box's border that is nearest to a point outside it. */
function nearest({ x, y, width, height }: Area, point: Point): Point {
  return {
    x: Math.min(x + width, Math.max(x, point.x)),
    y: Math.min(y + height, Math.max(y, point.y)),
  };
}
