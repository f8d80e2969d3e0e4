import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { addProbes, type Reach, readReach } from './reach.ts';
import { openSuites } from './suites.ts';

/** Measure of a suite, without any fault. */
interface Measured {
  /** Of the suite's text: another text is measured again. */
  hash: string;
  isPassed: boolean;
  ms: number;
  reached: string[];
}

interface Kept {
  /** Functions that the probes knew. */
  known: string[];
  suites: Record<string, Measured>;
}

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
 * the files in these places, and leaves the tree as it was. Suites that were measured before as they stand are not
 * run again.
 */
export async function measureReach(
  copy: string,
  { places, files }: { places: readonly string[]; files: readonly string[] },
  mayReach: (suite: string) => boolean,
): Promise<Baseline> {
  const cache = cacheOf(places);
  const kept = readKept(cache);
  const log = path.join(copy, 'reach.log');
  const sources = files.map((file) => [file, readFileSync(path.join(copy, file))] as const);
  const known = addProbes(copy, files, log);
  const suites = await openSuites(copy, availableParallelism());
  const able = suites.names.filter(mayReach);
  const hashes = new Map(able.map((name) => [name, hashOf(copy, name)]));
  const wanted = able.filter((name) => kept.suites[name]?.hash !== hashes.get(name));
  if (wanted.length > 0) {
    console.log(`${wanted.length} of ${hashes.size} suites are measured …`);
    const request = { suites: wanted, changed: [], bail: false, testTimeout: PATIENCE };
    const outcome = await suites.run(request, HOUR);
    if (outcome === 'hung') throw new Error('the suites do not end');
    if (kept.known.length === 0) kept.known = known;
    const reached = readReach(copy, log);
    for (const { suite, isPassed, ms } of outcome.suites) {
      const hash = hashes.get(suite) ?? '';
      kept.suites[suite] = { hash, isPassed, ms, reached: [...(reached.get(suite) ?? [])] };
    }
    mkdirSync(path.dirname(cache), { recursive: true });
    writeFileSync(cache, JSON.stringify(kept));
  }
  await suites.end();
  for (const [file, source] of sources) writeFileSync(path.join(copy, file), source);
  rmSync(path.join(copy, 'reach-probe.mjs'));
  return baselineOf(kept, able);
}

function readKept(cache: string): Kept {
  try {
    return JSON.parse(readFileSync(cache, 'utf8'));
  } catch {
    return { known: [], suites: {} };
  }
}

function baselineOf(kept: Kept, names: readonly string[]): Baseline {
  const reach = new Map(kept.known.map((id) => [id, new Set<string>()]));
  const duration = new Map<string, number>();
  const failing: string[] = [];
  for (const name of names) {
    const suite = kept.suites[name];
    if (!suite?.isPassed) failing.push(name);
    if (!suite?.isPassed) continue;
    duration.set(name, suite.ms);
    for (const id of suite.reached) reach.get(id)?.add(name);
  }
  return { reach, duration, failing };
}

const digest = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hashOf = (folder: string, file: string) => digest(readFileSync(path.join(folder, file)));
