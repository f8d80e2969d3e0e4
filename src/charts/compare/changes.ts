import type { ChartExport } from '#lib/statechart/chart-formats/json.ts';
import { drawChart } from '#lib/statechart/drawing/draw-chart.ts';
import type { Mark } from '#lib/statechart/drawing/marks.ts';
import type { GraphState, GraphTransition } from '#lib/statechart/graph/graph.ts';

/** Ids of what one version has and the other has not, or has otherwise. */
export interface Changes {
  added: string[];
  removed: string[];
  changed: string[];
}

/** Differences of behaviour between an older and a newer version of a machine. */
export function changesOf(older: ChartExport, newer: ChartExport): Changes {
  const before = facts(older);
  const after = facts(newer);
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
    changed: [...after].flatMap(([id, text]) =>
      before.has(id) && before.get(id) !== text ? [id] : [],
    ),
  };
}

/** Every state and transition by its id, as text that is equal when they do the same. */
function facts({ graph }: ChartExport): Map<string, string> {
  // A parent is not another because a child was added: the child says so itself.
  const states = graph.states.map(({ children: _, ...state }: GraphState) => state);
  const transitions = graph.transitions.filter(({ kind }: GraphTransition) => kind !== 'initial');
  return new Map([...states, ...transitions].map((each) => [each.id, JSON.stringify(each)]));
}

export function marksOf(ids: readonly string[], tone: NonNullable<Mark['tone']>) {
  return ids.map((id): [string, Mark] => [id, { tone }]);
}

/** Reads an export of `npm run charts -- … --format json`; null when the text is none. */
export function readExport(text: string): ChartExport | null {
  try {
    const given = JSON.parse(text) as Partial<ChartExport> | null;
    const isExport =
      given?.format === 'chart' &&
      given.version === 1 &&
      Array.isArray(given.graph?.states) &&
      Array.isArray(given.graph?.transitions) &&
      Array.isArray(given.layout?.states) &&
      Array.isArray(given.layout?.arrows) &&
      Array.isArray(given.layout?.initials);
    if (!isExport) return null;
    // Written before lines were gathered to rails.
    const { layout } = given as ChartExport;
    layout.rails ??= [];
    // What cannot be drawn is none either: better said here than by a broken page.
    drawChart(layout);
    return given as ChartExport;
  } catch {
    return null;
  }
}
