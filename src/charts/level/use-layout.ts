import { plural } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChartAsset } from '#charts/picture/use-chart.ts';
import type { ChartLabels } from '#lib/statechart/drawing/chart-labels.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import { type Detail, details } from '#lib/statechart/drawing/chart-lines.ts';
import { foldableStates, foldStates } from '#lib/statechart/graph/graph-queries.ts';

export interface Level {
  detail: Detail;
  /** Ids of the folded states, in the order of the machine. */
  folds: readonly string[];
}

export const USUAL: Detail = 'senders';

const DETAIL = 'detail';
const FOLD = 'fold';

export function readLevel(search: URLSearchParams, { graph }: Pick<ChartAsset, 'graph'>): Level {
  const foldedIds = search.getAll(FOLD);
  return {
    detail: details.find((each) => each === search.get(DETAIL)) ?? USUAL,
    folds: foldableStates(graph)
      .map(({ id }) => id)
      .filter((id) => foldedIds.includes(id)),
  };
}

/** Returns the folded state that contains a hidden state; the id itself for a visible state. */
export function shownAs({ states, arrows }: ChartLayout, { folds }: Level, id: string | null) {
  const isShown =
    states.some((state) => state.id === id) ||
    arrows.some(({ transitions }) => id !== null && transitions.includes(id));
  return isShown ? id : (folds.find((outer) => id?.startsWith(`${outer}.`)) ?? id);
}

export function atLevel(search: URLSearchParams, { detail, folds }: Level): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(DETAIL);
  next.delete(FOLD);
  if (detail !== USUAL) next.set(DETAIL, detail);
  for (const id of folds) next.append(FOLD, id);
  return next;
}

/**
 * Returns a machine's layout at a level of detail: the one from the build, or one computed in the
 * browser by an engine loaded on demand. Until it is ready, the previous picture stays.
 */
export function useLayout(chart: ChartAsset, labels: ChartLabels, { detail, folds }: Level) {
  const level = [chart.machine, chart.language, detail, ...folds].join(' ');
  const isUsual = detail === USUAL && folds.length === 0;
  const [laid, setLaid] = useState({ layout: chart.layout, level: '' });

  const layOut = useEffectEvent(async (isWanted: () => boolean) => {
    const { chartOf } = await import('#lib/statechart/drawing/lay-out.ts');
    const { machine, language, graph } = chart;
    const inside = (id: string) => {
      const count = graph.states.filter((each) => each.id.startsWith(`${id}.`)).length;
      return plural(count, { one: '# state inside', other: '# states inside' });
    };
    const { layout } = await chartOf(foldStates(graph, new Set(folds)), {
      name: machine,
      language,
      labels,
      detail,
      notes: {
        ofState: (id) => (folds.includes(id) ? [inside(id)] : []),
        ofTransition: () => [],
      },
    });
    if (isWanted()) setLaid({ layout, level });
  });
  useEffect(() => {
    if (isUsual) {
      setLaid({ layout: chart.layout, level });
      return;
    }
    let isWanted = true;
    layOut(() => isWanted).catch((error: unknown) => {
      // Throws while rendering, so that the error boundary of the page shows the error.
      setLaid((before) => {
        if (isWanted) throw error;
        return before;
      });
    });
    return () => {
      isWanted = false;
    };
  }, [isUsual, level, chart.layout]);

  const isPending = !isUsual && laid.level !== level;
  return { layout: isUsual ? chart.layout : laid.layout, isPending };
}
