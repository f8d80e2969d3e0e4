import path from 'node:path';
import { type Import, readImports, sourceFiles } from '../rooms/read-imports.ts';
import { oneOf, UsageError } from '../usage.ts';
import { copyTree } from './copied-tree.ts';
import { type Fault, faultsIn, sampleOf } from './faults.ts';
import { measureReach } from './measure-reach.ts';
import { nearestByName, nearestSuites, takers } from './nearest-suites.ts';
import { operators } from './operators.ts';
import { plainlyRefused, refusedFaults } from './refused-faults.ts';
import { reportVerdicts } from './report-verdicts.ts';
import { openSuites } from './suites.ts';
import { tryFaults } from './try-faults.ts';
import { keptLoaded, readUses, sourcesBy } from './uses.ts';

export interface SourceOptions {
  sample?: string | undefined;
  seed?: string | undefined;
  operator?: string[] | undefined;
  at?: string | undefined;
  nearest?: string | undefined;
  least?: string | undefined;
  budget?: string | undefined;
  json?: string | undefined;
  list: boolean;
  byName: boolean;
}

const root = path.resolve(import.meta.dirname, '../../..');
/** What only declares, or is run by nobody but people. */
const left = /\.d\.ts$|-tables\.ts$|\/(bench|mutate)\/|\.bench\.ts$|\/migrations\//;

/** ms: a fault that keeps a page away is told soon. */
const PAGE_WAIT = 6000;

/**
 * Makes small faults in the sources of folders, in a copy of the tree, and runs the suites that
 * reach them. Sets the exit status.
 * @throws {UsageError} when an option is wrong or a place holds no source
 */
export async function mutateSources(places: readonly string[], options: SourceOptions) {
  const chosen = faultsOf(places, options);
  const budget = options.budget ? whole('--budget', options.budget) * 1000 : undefined;
  if (options.list) {
    for (const { at, operator, diff } of chosen) console.log(`${at} ${operator}\n${diff}`);
    return;
  }
  const copy = copyTree();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', copy.remove);
  try {
    const uses = readUses();
    const kept = keptLoaded(uses);
    // What starts a whole program is seldom the nearest, and takes long.
    const imports = readImports(['src', 'machines', 'tests']);
    const most = whole('--nearest', options.nearest ?? String(Number.MAX_SAFE_INTEGER));
    const known = options.byName
      ? {
          suitesOf: ({ file }: Fault) => nearestByName(file, imports),
          duration: new Map<string, number>(),
        }
      : await measured(copy.folder, places, uses);
    const suitesOf = (fault: Fault) => known.suitesOf(fault).slice(0, most);
    const refusedOf = (faults: readonly Fault[]) => refusedFaults(copy.folder, faults);
    // A suite takes longer than the compiler, and would count what nobody can make as noticed.
    const refused = budget !== undefined ? new Set<Fault>() : plainlyRefused(copy.folder, chosen);
    const suites = await openSuites(copy.folder, 1, PAGE_WAIT);
    try {
      const bench = {
        copy: copy.folder,
        suites,
        suitesOf,
        isKeptLoaded: (file: string) => kept.has(file),
        refusedOf,
        duration: known.duration,
      };
      const fit = chosen.filter((fault) => !refused.has(fault));
      const tried = await tryFaults(fit, bench, budget);
      const unfit = [...refused].map((fault) => ({ fault, outcome: 'unfit' as const, by: null }));
      const verdicts = [...tried, ...unfit];
      const least = percentOf('--least', options.least ?? '0');
      reportVerdicts(verdicts, options.json, { least, isCut: verdicts.length < chosen.length });
    } finally {
      await suites.end();
    }
  } finally {
    copy.remove();
    process.removeListener('exit', copy.remove);
  }
}

/** The suites that reach a fault, by a run of all that may. */
async function measured(copy: string, places: readonly string[], uses: readonly Import[]) {
  const files = filesIn(places);
  const able = takers(uses, files);
  const sourcesOf = sourcesBy(uses);
  const baseline = await measureReach(
    copy,
    { places, files },
    (suite) => able.has(suite),
    (suite) => sourcesOf([suite]),
  );
  for (const suite of baseline.failing) console.log(`${suite} fails without any fault`);
  return {
    suitesOf: (fault: Fault) => nearestSuites(fault, baseline, uses),
    duration: new Map(baseline.duration),
  };
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

function whole(option: string, value: string): number {
  if (!/^\d+$/.test(value)) throw new UsageError(`${option} ${value}: a whole number is needed`);
  return Number(value);
}

function percentOf(option: string, value: string): number {
  const percent = whole(option, value);
  if (percent > 100) throw new UsageError(`${option} ${value}: at most 100`);
  return percent;
}
