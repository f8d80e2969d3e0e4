import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Variant } from '#charts/picture/use-chart.ts';
import { labelsOf, type MachineName } from '#charts/words/chart-words.ts';
import { stateNotes, transitionNotes } from '#charts/words/figure-notes.ts';
import type { Language } from '#contract/languages.ts';
import { applicationStates } from '#contract/stored-application.ts';
import {
  type Chart,
  type ChartOptions,
  chartOf,
  elk,
  type LayoutEngine,
} from '#lib/statechart/drawing/lay-out.ts';
import { isListed, machineGraph } from '#lib/statechart/graph/graph.ts';
import { catalogue } from '#machines/catalogue.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import manifest from '../../../package.json' with { type: 'json' };

type VariantOptions = Pick<ChartOptions, 'detail' | 'notes' | 'room'>;

export async function catalogueChart(
  name: MachineName,
  language: Language,
  options: VariantOptions = {},
): Promise<Chart> {
  const labels = labelsOf(wordsOf(language), name);
  const graph = machineGraph(catalogue[name].machine);
  return chartOf(graph, { name, language, labels, engine: cachedLayouts(), ...options });
}

/** Cache folder. Deleted with `node_modules`, so a new installation starts without a cache. */
const FOLDER = path.resolve(import.meta.dirname, '../../../node_modules/.cache/chart-layouts');

/**
 * Layout engine with a disk cache, keyed by the graph and the engine's version. Without the cache,
 * layouts took half of the build time.
 */
export function cachedLayouts(folder = FOLDER): LayoutEngine {
  return async (graph) => {
    const key = JSON.stringify([manifest.devDependencies.elkjs, graph]);
    const file = path.join(folder, `${createHash('sha256').update(key).digest('hex')}.json`);
    const cached = await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => null);
    if (cached) return cached;
    const layout = await elk(graph);
    await writeAtomically(file, JSON.stringify(layout));
    return layout;
  };
}

async function writeAtomically(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(unfinished, text);
    await rename(unfinished, file);
  } catch {}
}

export const FIGURED = 'application' satisfies MachineName;

const states: readonly string[] = applicationStates;

/** Other pictures of the machine `FIGURED`: with room for figures, and for the simulation. */
export const variants = {
  figures: figuredOptions,
  simulate: () => ({ detail: 'words', room: { width: 850, height: 690 } }),
} satisfies Record<Variant, (language: Language) => VariantOptions>;

function figuredOptions(language: Language): VariantOptions {
  const wording = { translate: wordsOf(language), language };
  const most = { now: 8888, overdue: 888, median: 88.8 * 86_400_000 };
  const listing = new Set(
    machineGraph(catalogue[FIGURED].machine)
      .transitions.filter(isListed)
      .map((each) => each.source),
  );
  const notesOf = (id: string) =>
    stateNotes(wording, { ...most, corrections: listing.has(id) ? 888 : 0 });
  const ofTransition = transitionNotes(wording, { share: 0.888 });
  return {
    detail: 'words',
    notes: {
      ofState: (id) => (states.includes(id) ? notesOf(id) : []),
      ofTransition: () => ofTransition,
    },
  };
}
