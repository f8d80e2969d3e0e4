import { randomSource } from './random-source.ts';

const TINY = 1e-9;
/** Added to the limits at most, by chance: so that no two rows tie and the value never stands still. */
const PERTURBATION = 1e-5;

/**
 * The greatest value of `objective · y` with `rows · y <= limits` and `y >= 0`, and its point, by
 * the simplex method on a dense table. Limits are not negative, so that y = 0 is a start. Stopped
 * early, it returns the point it reached, whose worth never is too much.
 *
 * Rows are left by limits that are perturbed (Charnes, «Optimality and degeneracy in linear
 * programming», Econometrica 20(2), 1952); the true limits are carried along and give the value.
 */
export function maximise(
  objective: readonly number[],
  rows: readonly ReadonlyMap<number, number>[],
  limits: readonly number[],
  pivots = 5_000,
): { value: number; point: number[] } {
  const random = randomSource(1);
  const width = objective.length + 2;
  const table = rows.map((row, index) => {
    const dense = new Float64Array(width);
    for (const [column, value] of row) dense[column] = value;
    dense[width - 2] = limits[index] ?? 0;
    dense[width - 1] = (limits[index] ?? 0) + PERTURBATION * (0.5 + random() / 2);
    return dense;
  });
  // The columns hold the variables that are 0; a pivot swaps one with a row's own variable.
  const goal = new Float64Array(width);
  goal.set(objective);
  const atZero = objective.map((_, index) => index);
  const ofRow = rows.map((_, index) => objective.length + index);
  for (let turn = 0; turn < pivots; turn++) {
    const column = entering(goal);
    if (column === -1) break;
    const row = leaving(table, column);
    if (row === -1) return { value: Number.POSITIVE_INFINITY, point: [] };
    pivot(table, goal, row, column);
    [atZero[column], ofRow[row]] = [ofRow[row] as number, atZero[column] as number];
  }
  // Where the perturbation led past the true limits, nothing is known of the value.
  const isWithin = table.every((row) => (row[width - 2] as number) > -TINY);
  const point = objective.map(() => 0);
  if (!isWithin) return { value: 0, point };
  for (const [index, variable] of ofRow.entries())
    if (variable < point.length) point[variable] = table[index]?.[width - 2] ?? 0;
  return { value: -(goal[width - 2] as number), point };
}

/** The steepest column; -1 when none gains. */
function entering(goal: Float64Array): number {
  let best = -1;
  for (let column = 0; column < goal.length - 2; column++) {
    const gain = goal[column] as number;
    if (gain > TINY && (best === -1 || gain > (goal[best] as number))) best = column;
  }
  return best;
}

function leaving(table: readonly Float64Array[], column: number): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, row] of table.entries()) {
    const slope = row[column] as number;
    if (slope <= TINY) continue;
    const ratio = (row[row.length - 1] as number) / slope;
    if (ratio < least) [best, least] = [index, ratio];
  }
  return best;
}

function pivot(table: readonly Float64Array[], goal: Float64Array, at: number, column: number) {
  const row = table[at] as Float64Array;
  const factor = 1 / (row[column] as number);
  for (let index = 0; index < row.length; index++) row[index] = (row[index] as number) * factor;
  row[column] = factor;
  const used = [...row.keys()].filter((index) => row[index] !== 0);
  for (const other of [...table, goal]) {
    if (other === row) continue;
    const scale = other[column] as number;
    if (scale === 0) continue;
    other[column] = 0;
    for (const index of used)
      other[index] = (other[index] as number) - scale * (row[index] as number);
  }
}
