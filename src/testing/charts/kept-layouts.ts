import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { elk, type LayoutEngine } from '#lib/statechart/drawing/lay-out.ts';
import manifest from '../../../package.json' with { type: 'json' };

/** Beside what other tools keep between two builds; a new installation of packages empties it. */
const FOLDER = path.resolve(import.meta.dirname, '../../../node_modules/.cache/chart-layouts');

/**
 * The engine with a memory: half of a build's time went into pictures that had not changed. A layout
 * is kept in the folder under the digest of the graph and of the engine's version.
 */
export function keptLayouts(folder = FOLDER): LayoutEngine {
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
