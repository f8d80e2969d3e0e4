import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { addProbes, type Reach, readReach } from './reach.ts';
import { openSuites } from './suites.ts';

/** Measure of a suite that passes without any fault. */
interface Measured {
  /** Of all that the suite is made of, as {@link sourcesOf} has it: another is measured again. */
  hash: string;
  ms: number;
  reached: string[];
}

type Kept = Record<string, Measured>;

/** Suites as they are without a fault, and what they reach. */
export interface Baseline {
  reach: Reach;
  /** Duration of every suite that passes, in ms. */
  duration: ReadonlyMap<string, number>;
  /** Suites that fail without any fault, and tell nothing. */
  failing: readonly string[];
}

const HOUR = 3_600_000;
/** ms for a test without any fault: as long as where a suite is run by itself. */
const PATIENCE = 120_000;
const root = path.resolve(import.meta.dirname, '../../..');
const cacheOf = (places: readonly string[]) =>
  path.join(root, `node_modules/.cache/mutate/${places.join(' ').replace(/\W+/g, '-')}.json`);

/**
 * Runs the suites of a copied tree that `mayReach` names once, with a probe in every function of
 * the files in these places, and leaves the tree as it was. A suite that passed before is not run
 * again unless it or a file that it takes has changed.
 */
export async function measureReach(
  copy: string,
  { places, files }: { places: readonly string[]; files: readonly string[] },
  mayReach: (suite: string) => boolean,
  sourcesOf: (suite: string) => Iterable<string>,
): Promise<Baseline> {
  const cache = cacheOf(places);
  const kept = readKept(cache);
  const log = path.join(copy, 'reach.log');
  const sources = files.map((file) => [file, readFileSync(path.join(copy, file))] as const);
  const known = addProbes(copy, files, log);
  const suites = await openSuites(copy, availableParallelism());
  const able = suites.names.filter(mayReach);
  const wanted = able.filter((name) => kept[name]?.hash !== hashOf(sourcesOf(name)));
  if (wanted.length > 0) {
    console.log(`${wanted.length} of ${able.length} suites are measured …`);
    const request = { suites: wanted, changed: [], bail: false, testTimeout: PATIENCE };
    const outcome = await suites.run(request, HOUR);
    if (typeof outcome === 'string') throw new Error(`the suites are ${outcome}`);
    const reached = readReach(copy, log);
    for (const suite of wanted) delete kept[suite];
    for (const { suite, state, ms } of outcome.suites) {
      const hash = hashOf(sourcesOf(suite));
      if (state === 'passed') kept[suite] = { hash, ms, reached: [...(reached.get(suite) ?? [])] };
    }
    mkdirSync(path.dirname(cache), { recursive: true });
    writeFileSync(cache, JSON.stringify(kept));
  }
  await suites.end();
  for (const [file, source] of sources) writeFileSync(path.join(copy, file), source);
  rmSync(path.join(copy, 'reach-probe.mjs'));
  return baselineOf(known, kept, able);
}

function readKept(cache: string): Kept {
  try {
    return JSON.parse(readFileSync(cache, 'utf8'));
  } catch {
    return {};
  }
}

function baselineOf(known: readonly string[], kept: Kept, names: readonly string[]): Baseline {
  const reach = new Map(known.map((id) => [id, new Set<string>()]));
  const duration = new Map<string, number>();
  const failing: string[] = [];
  for (const name of names) {
    const suite = kept[name];
    if (!suite) failing.push(name);
    if (!suite) continue;
    duration.set(name, suite.ms);
    for (const id of suite.reached) reach.get(id)?.add(name);
  }
  return { reach, duration, failing };
}

/** One digest of many files of the work tree, which the copy was made of. */
function hashOf(files: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const file of [...files].toSorted()) hash.update(`${file}\0${digestOf(file)}\n`);
  return hash.digest('hex');
}

const digests = new Map<string, string>();

function digestOf(file: string): string {
  const known = digests.get(file);
  if (known !== undefined) return known;
  const content = readFileSync(path.join(root, file));
  const digest = createHash('sha256').update(content).digest('hex');
  digests.set(file, digest);
  return digest;
}
