import { charts } from 'virtual:chart-assets';
import { useLingui } from '@lingui/react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { MachineName } from '#charts/words/chart-words.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import type { MachineGraph } from '#lib/statechart/graph/graph.ts';
import { queryClient } from '#ui/calls/query-client.ts';
import { currentLanguage } from '#ui/language/language.ts';

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

const forVisit = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

function assetOf(machine: string, language: string, variant?: Variant) {
  const plain = `${machine}/${language}`;
  const key = `${plain}/${variant}` in charts ? `${plain}/${variant}` : plain;
  const load = charts[key];
  if (!load) throw new Error(`Unknown chart ${key}`);
  return { queryKey: ['chart', key], queryFn: load, ...forVisit };
}

export const prefetchChart = async (machine: string): Promise<void> =>
  queryClient.prefetchQuery(assetOf(machine, currentLanguage()));

/**
 * Loads a machine's layout from the build in the page's language, in the given variant if there is
 * one. Suspends until it is loaded.
 */
export function useChart(machine: MachineName, variant?: Variant): ChartAsset {
  const asset = assetOf(machine, useLingui().i18n.locale, variant);
  return useSuspenseQuery(asset, queryClient).data.default;
}

export function labelOf({ layout }: Pick<ChartAsset, 'layout'>, id: string): string {
  // The root has no box in most pictures.
  if (id.startsWith('#')) return layout.title;
  return layout.states.find((state) => state.id === id)?.label ?? id;
}
