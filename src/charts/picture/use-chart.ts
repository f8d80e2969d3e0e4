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

const loaded = new Map<string, Promise<unknown>>();

/** One load a key for the whole visit; what failed is tried again by the next who asks. */
function once<T>(key: string, load: () => Promise<T>): Promise<T> {
  const known = loaded.get(key) as Promise<T> | undefined;
  if (known) return known;
  const promise = load();
  promise.catch(() => loaded.delete(key));
  loaded.set(key, promise);
  return promise;
}

/**
 * A machine as the build laid it out in the language of the page, also with room for `figures`.
 * Suspends until it is there.
 */
export function useChart(machine: MachineName, variant: '' | '/figures' = ''): ChartAsset {
  const key = `${machine}/${useLingui().i18n.locale}${variant}`;
  const load = charts[key];
  if (!load) throw new Error(`There is no chart ${key}`);
  return use(once(key, load)).default;
}
