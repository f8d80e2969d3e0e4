import type { ChartAsset } from '#charts/picture/use-chart.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import { type Detail, details } from '#lib/statechart/drawing/chart-lines.ts';
import { foldable } from '#lib/statechart/graph/folded.ts';

/** How much a picture says, and which states in it are folded. */
export interface Level {
  detail: Detail;
  /** In the order of the machine. */
  folds: readonly string[];
}

/** What the build lays out. */
export const USUAL: Detail = 'senders';

const DETAIL = 'detail';
const FOLD = 'fold';

/** The level that an address names; what the machine does not know is left out. */
export function readLevel(search: URLSearchParams, { graph }: Pick<ChartAsset, 'graph'>): Level {
  const asked = search.getAll(FOLD);
  return {
    detail: details.find((each) => each === search.get(DETAIL)) ?? USUAL,
    folds: foldable(graph)
      .map(({ id }) => id)
      .filter((id) => asked.includes(id)),
  };
}

/** The place in a picture that stands for a state or a transition: what it is folded into, else itself. */
export function shownAs({ states, arrows }: ChartLayout, { folds }: Level, id: string | null) {
  const isShown =
    states.some((state) => state.id === id) ||
    arrows.some(({ transitions }) => id !== null && transitions.includes(id));
  return isShown ? id : (folds.find((outer) => id?.startsWith(`${outer}.`)) ?? id);
}

/** An address at another level; what else it says is kept. */
export function atLevel(search: URLSearchParams, { detail, folds }: Level): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(DETAIL);
  next.delete(FOLD);
  if (detail !== USUAL) next.set(DETAIL, detail);
  for (const id of folds) next.append(FOLD, id);
  return next;
}
