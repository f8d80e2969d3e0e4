import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Import, readImports, sourceFiles } from '../rooms/read-imports.ts';
import { oneOf, UsageError } from '../usage.ts';
import { copyTree } from './copied-tree.ts';
import { type Fault, faultsIn, sampleOf } from './faults.ts';
import { type Baseline, measureReach } from './measure-reach.ts';
import { nearestSuites, takers } from './nearest-suites.ts';
import { operators } from './operators.ts';
import { reportVerdicts, type Verdict } from './report-verdicts.ts';
import { openSuites, type Suites } from './suites.ts';

export interface SourceOptions {
  sample?: string | undefined;
  seed?: string | undefined;
  operator?: string[] | undefined;
  at?: string | undefined;
  least?: string | undefined;
  json?: string | undefined;
  list: boolean;
}

const root = path.resolve(import.meta.dirname, '../../..');
/** What only declares, or is run by nobody but people. */
const left = /\.d\.ts$|-tables\.ts$|\/(bench|mutate)\/|\.bench\.ts$|\/migrations\//;

/**
 * Makes small faults in the sources of folders, in a copy of the tree, and runs the suites that
 * reach them. Sets the exit status.
 * @throws {UsageError} when an option is wrong or a place holds no source
 */
export async function mutateSources(places: readonly string[], options: SourceOptions) {
  const chosen = faultsOf(places, options);
  if (options.list) {
    for (const { at, operator, diff } of chosen) console.log(`${at} ${operator}\n${diff}`);
    return;
  }
  const copy = copyTree();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', copy.remove);
  try {
    const imports = readImports(['src', 'machines', 'tests']);
    const files = filesIn(places);
    const able = takers(imports, files);
    const baseline = await measureReach(copy.folder, { places, files }, (suite) => able.has(suite));
    for (const suite of baseline.failing) console.log(`${suite} fails without any fault`);
    const suites = await openSuites(copy.folder);
    try {
      const verdicts = await tryAll(chosen, { copy: copy.folder, suites, baseline, imports });
      reportVerdicts(verdicts, options.json, percentOf('--least', options.least ?? '0'));
    } finally {
      await suites.end();
    }
  } finally {
    copy.remove();
    process.removeListener('exit', copy.remove);
  }
}

function faultsOf(places: readonly string[], options: SourceOptions): Fault[] {
  const known = Object.keys(operators);
  const named = options.operator?.map((name) => oneOf('--operator', name, known)) ?? known;
  const faults = filesIn(places)
    .flatMap((file) => faultsIn(root, file, named))
    .filter(({ at }) => at.startsWith(options.at ?? ''));
  const count = options.sample ? whole('--sample', options.sample) : faults.length;
  return sampleOf(faults, count, whole('--seed', options.seed ?? '1'));
}

function filesIn(places: readonly string[]): string[] {
  const files = sourceFiles(places).filter(
    (file) => /^(src|machines)\//.test(file) && !left.test(file),
  );
  if (files.length === 0) throw new UsageError(`--in ${places.join(' ')}: no source is there`);
  return files;
}

interface Bench {
  copy: string;
  suites: Suites;
  baseline: Baseline;
  imports: readonly Import[];
}

async function tryAll(faults: readonly Fault[], bench: Bench): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const fault of faults) {
    const suites = nearestSuites(fault, bench.baseline, bench.imports);
    const verdict = await tryOne(fault, suites, bench);
    verdicts.push(verdict);
    const by = verdict.by?.split('\n')[0] ?? '';
    console.log(
      `${verdicts.length}/${faults.length} ${verdict.outcome} ${fault.at} ${fault.operator} ${by}`,
    );
    if (verdict.outcome !== 'noticed') console.log(fault.diff);
  }
  return verdicts;
}

/** Suites that run together: a few first, since the nearest mostly notice. */
const ROUNDS = [2, 6, 16, 1000];
const START = 60_000;

async function tryOne(fault: Fault, suites: readonly string[], bench: Bench): Promise<Verdict> {
  const place = path.join(bench.copy, fault.file);
  writeFileSync(place, fault.source);
  try {
    let rest = suites;
    for (const size of ROUNDS) {
      const round = rest.slice(0, size);
      rest = rest.slice(size);
      if (round.length === 0) break;
      const usual = round.reduce(
        (sum, suite) => sum + (bench.baseline.duration.get(suite) ?? 0),
        0,
      );
      const request = { suites: round, changed: [fault.file], bail: true };
      const outcome = await bench.suites.run(request, START + 4 * usual);
      if (outcome === 'hung') return { fault, outcome: 'noticed', by: 'no end' };
      const failed = outcome.suites.filter(({ isPassed }) => !isPassed).map(({ suite }) => suite);
      if (failed.length === 0) continue;
      // A suite that fails once may have met a busy machine; one that fails twice met the fault.
      const again = await bench.suites.run({ ...request, suites: failed }, START + 4 * usual);
      if (again === 'hung') return { fault, outcome: 'noticed', by: 'no end' };
      if (again.failure) return { fault, outcome: 'noticed', by: again.failure };
    }
    if (!isTaken(bench.copy)) return { fault, outcome: 'unfit', by: null };
    return { fault, outcome: suites.length === 0 ? 'unreached' : 'survived', by: null };
  } finally {
    writeFileSync(place, fault.original);
  }
}

/** Tests that the compiler takes the tree as it is. */
function isTaken(copy: string): boolean {
  try {
    execFileSync('npx', ['--no-install', 'tsc'], { cwd: copy, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function whole(option: string, value: string): number {
  if (!/^\d+$/.test(value)) throw new UsageError(`${option} ${value}: a whole number is needed`);
  return Number(value);
}

function percentOf(option: string, value: string): number {
  const percent = whole(option, value);
  if (percent > 100) throw new UsageError(`${option} ${value}: at most 100`);
  return percent;
}
