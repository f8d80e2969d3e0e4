import { charts } from 'virtual:chart-assets';
import { useLingui } from '@lingui/react';
import { use } from 'react';
import type { MachineName } from '#charts/words/chart-words.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import type { MachineGraph } from '#lib/statechart/graph/graph.ts';

/** A machine and its layout from the build, in one language. */
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
 * Returns a machine's layout from the build in the page's language, or the variant with room for
 * figures. Suspends until it is loaded. Successful loads are cached.
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
