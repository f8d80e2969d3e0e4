import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
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
  type Notes,
} from '#lib/statechart/drawing/lay-out.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { catalogue } from '#machines/catalogue.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import manifest from '../../../package.json' with { type: 'json' };

/** Lays one machine of the catalogue out in one language. */
export async function catalogueChart(
  name: MachineName,
  language: Language,
  options: Pick<ChartOptions, 'detail' | 'notes'> = {},
): Promise<Chart> {
  const labels = labelsOf(wordsOf(language), name);
  const graph = machineGraph(catalogue[name].machine);
  return chartOf(graph, { name, language, labels, engine: cachedLayouts(), ...options });
}

/** Beside what other tools keep between two builds; a new installation of packages empties it. */
const FOLDER = path.resolve(import.meta.dirname, '../../../node_modules/.cache/chart-layouts');

/**
 * The engine with a memory: half of a build's time went into pictures that had not changed. A layout
 * is kept in the folder under the digest of the graph and of the engine's version.
 */
export function cachedLayouts(folder = FOLDER): LayoutEngine {
  return async (graph) => {
    const asked = JSON.stringify([manifest.devDependencies.elkjs, graph]);
    const file = path.join(folder, `${createHash('sha256').update(asked).digest('hex')}.json`);
    const kept = await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => null);
    if (kept) return kept;
    const laid = await elk(graph);
    await keep(file, JSON.stringify(laid));
    return laid;
  };
}

/** Whole or not at all; where nothing can be written, the next one lays it out again. */
async function keep(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(unfinished, text);
    await rename(unfinished, file);
  } catch {}
}

/** The machine over which figures are drawn: another layout of it keeps room for them. */
export const FIGURED = 'application' satisfies MachineName;

const MANY = 888_888;
const LONG = 888.8 * 86_400_000;
const states: readonly string[] = applicationStates;

/** Notes as wide as figures get: of each state that an application can be in, and each arrow. */
export function roomForFigures(language: Language): Notes {
  const wording = { say: wordsOf(language), language };
  const stays = { median: LONG, p90: LONG };
  const ofState = stateNotes(wording, { now: MANY, overdue: MANY, entered: MANY, ...stays });
  const ofTransition = transitionNotes(wording, {
    count: MANY,
    share: 0.888,
    repeats: MANY,
    median: LONG,
  });
  return {
    ofState: (id) => (states.includes(id) ? ofState : []),
    ofTransition: () => ofTransition,
  };
}
