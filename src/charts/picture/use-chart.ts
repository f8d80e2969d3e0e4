import { charts } from 'virtual:chart-assets';
import { useLingui } from '@lingui/react';
import { use } from 'react';
import type { MachineName } from '#charts/words/chart-words.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import type { MachineGraph } from '#lib/statechart/graph/graph.ts';

/** A machine as the build laid it out in one language. */
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
 * A machine as the build laid it out in the language of the page, also with room for `figures`.
 * Suspends until it is loaded. Loads are cached until the page is left; failed ones are not.
 */
export function useChart(machine: MachineName, variant: '' | '/figures' = ''): ChartAsset {
  const key = `${machine}/${useLingui().i18n.locale}${variant}`;
  const load = charts[key];
  if (!load) throw new Error(`There is no chart ${key}`);
  let promise = loaded.get(key);
  if (!promise) {
    promise = load();
    promise.catch(() => loaded.delete(key));
    loaded.set(key, promise);
  }
  return use(promise).default;
}

/** Returns the label of a state, or its id when the chart has no such state. */
export function labelOf({ layout }: Pick<ChartAsset, 'layout'>, id: string): string {
  return layout.states.find((state) => state.id === id)?.label ?? id;
}
