import { charts } from 'virtual:chart-assets';
import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { MachineName } from '#charts/words/chart-words.ts';
import type { ChartLabels } from '#lib/statechart/drawing/chart-labels.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import type { MachineGraph } from '#lib/statechart/graph/graph.ts';
import { queryClient } from '#ui/calls/query-client.ts';

/** Layouts for pages that have less room, or show more content, than the page of the machine. */
export type Variant = 'figures' | 'simulate';

export interface ChartAsset {
  machine: string;
  title: string;
  purpose: string;
  language: string;
  graph: MachineGraph;
  layout: ChartLayout;
}

const loaded = new Map<string, Promise<{ default: ChartAsset }>>();

/**
 * Loads a machine's layout from the build in the page's language, in the given variant if there is
 * one. Suspends until it is loaded. Caches successful loads.
 */
export function useChart(machine: MachineName, variant?: Variant): ChartAsset {
  const plain = `${machine}/${useLingui().i18n.locale}`;
  const key = `${plain}/${variant}` in charts ? `${plain}/${variant}` : plain;
  const load = charts[key];
  if (!load) throw new Error(`Unknown chart ${key}`);
  let promise = loaded.get(key);
  if (!promise) {
    promise = load();
    promise.catch(() => loaded.delete(key));
    loaded.set(key, promise);
  }
  return use(promise).default;
}

/**
 * Returns the layout with conditions and effects, computed by an engine loaded on demand. Undefined
 * until it is ready.
 */
export function useDetailedLayout(
  { machine: name, language, graph }: ChartAsset,
  labels: ChartLabels,
  isWanted: boolean,
): ChartLayout | undefined {
  const layOut = async () => {
    const { chartOf } = await import('#lib/statechart/drawing/lay-out.ts');
    return (await chartOf(graph, { name, language, labels, detail: 'guards' })).layout;
  };
  const { data } = useQuery(
    {
      queryKey: ['detailedLayout', name, language],
      queryFn: layOut,
      enabled: isWanted,
      staleTime: Number.POSITIVE_INFINITY,
      throwOnError: true,
    },
    queryClient,
  );
  return isWanted ? data : undefined;
}

export function labelOf({ layout }: Pick<ChartAsset, 'layout'>, id: string): string {
  // The root has no box in most pictures.
  if (id.startsWith('#')) return layout.title;
  return layout.states.find((state) => state.id === id)?.label ?? id;
}
