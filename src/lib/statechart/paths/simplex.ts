const TINY = 1e-9;

/**
 * The greatest value of `objective · y` with `rows · y <= limits` and `y >= 0`, by the simplex
 * method on a dense table. Limits are not negative, so that y = 0 is a start. Stopped early, it
 * returns what the point it reached is worth, which never is too much.
 */
export function maximise(
  objective: readonly number[],
  rows: readonly ReadonlyMap<number, number>[],
  limits: readonly number[],
  pivots = 5_000,
): number {
  const width = objective.length + 1;
  const table = rows.map((row, index) => {
    const dense = new Float64Array(width);
    for (const [column, value] of row) dense[column] = value;
    dense[width - 1] = limits[index] ?? 0;
    return dense;
  });
  // The columns hold the variables that are 0; a pivot swaps one with a row's own variable.
  const goal = new Float64Array(width);
  goal.set(objective);
  const columnNames = objective.map((_, index) => index);
  const rowNames = rows.map((_, index) => objective.length + index);
  let standing = 0;
  for (let turn = 0; turn < pivots; turn++) {
    const before = goal[width - 1] as number;
    const column = entering(goal, columnNames, standing > 20);
    if (column === -1) break;
    const row = leaving(table, rowNames, column);
    if (row === -1) return Number.POSITIVE_INFINITY;
    pivot(table, goal, row, column);
    [columnNames[column], rowNames[row]] = [rowNames[row] as number, columnNames[column] as number];
    standing = Math.abs((goal[width - 1] as number) - before) < TINY ? standing + 1 : 0;
  }
  return -(goal[width - 1] as number);
}

/** The steepest column; the one of the lowest name (Bland) while the value stands still. */
function entering(goal: Float64Array, names: readonly number[], isStanding: boolean): number {
  let best = -1;
  for (let column = 0; column < names.length; column++) {
    const gain = goal[column] as number;
    if (gain <= TINY) continue;
    const isBetter =
      best === -1 ||
      (isStanding
        ? (names[column] as number) < (names[best] as number)
        : gain > (goal[best] as number));
    if (isBetter) best = column;
  }
  return best;
}

function leaving(table: readonly Float64Array[], names: readonly number[], column: number): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, row] of table.entries()) {
    const slope = row[column] as number;
    if (slope <= TINY) continue;
    const ratio = (row[row.length - 1] as number) / slope;
    const isTie = Math.abs(ratio - least) < TINY;
    if (isTie ? (names[index] as number) < (names[best] as number) : ratio < least) {
      best = index;
      least = ratio;
    }
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
