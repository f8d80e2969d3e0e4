import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Fault } from './faults.ts';
import type { Verdict } from './report-verdicts.ts';
import { explanationOf } from './source-explanations.ts';
import type { Suites } from './suites.ts';

/** What a fault is tried with. */
export interface Bench {
  /** Folder of the copied tree. */
  copy: string;
  suites: Suites;
  /** Suites that a fault is tried on, the likeliest to notice it first. */
  suitesOf(fault: Fault): readonly string[];
  /** Whether the process that runs the suites has a file loaded itself, and keeps it. */
  isKeptLoaded(file: string): boolean;
  /** Those of faults that the compiler refuses. */
  refusedOf(faults: readonly Fault[]): ReadonlySet<Fault>;
  /** ms of every suite that is known to pass without a fault; more become known on the way. */
  duration: Map<string, number>;
}

/** Suites that run together: the nearest first and by itself, since it mostly notices. */
const ROUNDS = [1, 4, 16, 1000];
/** ms that a run takes beside its suites, and that a test may take whatever its suite took. */
const START = 60_000;
const TEST = 30_000;
/** ms for a suite whose duration nobody knows. */
const UNKNOWN = 60_000;
/** So many times as long as without a fault, at the speed of now: then there is no end to it. */
const ALLOWANCE = 4;
/** How slow a machine may become before a run that does not end says so. */
const SLOWEST = 4;

/** Faults that are tried also where they take longer than the budget, unless far longer. */
const FEWEST = 20;
const FAR = 5;

/**
 * Tries one fault after the other; each verdict is printed as it comes. After `budget` ms no more
 * are begun but the first twenty, and after five times that none.
 */
export async function tryFaults(
  faults: readonly Fault[],
  bench: Bench,
  budget = Number.POSITIVE_INFINITY,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const trial = new Trial(bench, budget);
  const begin = Date.now();
  for (const fault of faults) {
    const spent = (Date.now() - begin) / budget;
    if (spent >= FAR || (spent >= 1 && verdicts.length >= FEWEST)) break;
    const verdict = await trial.verdictOn(fault);
    verdicts.push(verdict);
    const by = verdict.by?.split('\n')[0] ?? '';
    console.log(
      `${verdicts.length}/${faults.length} ${verdict.outcome} ${fault.at} ${fault.operator} ${by}`,
    );
    if (verdict.outcome !== 'noticed') console.log(fault.diff);
  }
  const missed = verdicts.filter(({ outcome }) => isMissed(outcome));
  const refused = bench.refusedOf(missed.map(({ fault }) => fault));
  return verdicts.map((verdict) =>
    refused.has(verdict.fault) ? { ...verdict, outcome: 'unfit' } : verdict,
  );
}

const isMissed = (outcome: Verdict['outcome']) => outcome === 'survived' || outcome === 'unreached';

class Trial {
  readonly #bench: Bench;
  readonly #budget: number;
  /** Suites that fail without any fault, and tell nothing. */
  readonly #failing = new Set<string>();
  /** How much longer suites take now: the machine may be busier than when they were measured. */
  #slowness = 1;

  constructor(bench: Bench, budget: number) {
    this.#bench = bench;
    this.#budget = budget;
  }

  async verdictOn(fault: Fault): Promise<Verdict> {
    const suites = this.#bench.suitesOf(fault);
    let finding: Finding;
    this.#write(fault, fault.source);
    try {
      finding = await this.#findingOn(fault, suites);
      // What is loaded once may have been loaded before the fault was made.
      if (finding.outcome === 'survived' && this.#bench.isKeptLoaded(fault.file)) {
        await this.#bench.suites.end();
        finding = await this.#findingOn(fault, suites);
        await this.#bench.suites.end();
      }
    } finally {
      this.#write(fault, fault.original);
    }
    const reason = isMissed(finding.outcome) ? explanationOf(fault) : null;
    return reason ? { fault, outcome: 'equivalent', by: reason } : { fault, ...finding };
  }

  /** What becomes of the fault that is in the tree now. */
  async #findingOn(fault: Fault, suites: readonly string[]): Promise<Finding> {
    if (suites.length === 0) return { outcome: 'unreached', by: null };
    const unrun = new Set<string>();
    let rest = suites.filter((suite) => !this.#failing.has(suite));
    for (const size of ROUNDS) {
      let round = rest.slice(0, size);
      rest = rest.slice(size);
      while (round.length > 0) {
        const outcome = await this.#run(fault, round);
        if (outcome === 'hung') return { outcome: 'noticed', by: 'no end' };
        if (outcome === 'late') return { outcome: 'void', by: 'no end within the budget' };
        if (outcome === 'gone') return { outcome: 'void', by: 'the process of the suites ended' };
        const { failure } = outcome;
        const silent = outcome.suites.filter(({ state }) => state !== 'passed');
        if (failure === null) {
          for (const { suite } of silent) if (await this.#isSound(fault, suite)) unrun.add(suite);
          break;
        }
        const failed = silent.filter(({ state }) => state === 'failed');
        const names = failed.length > 0 ? failed.map(({ suite }) => suite) : round;
        if (await this.#isSure(fault, names, failure))
          return { outcome: isBuilt(failure) ? 'noticed' : 'unfit', by: failure };
        // In one run the first failure ends the others: they are asked again.
        round = round.filter((suite) => !names.includes(suite));
      }
    }
    if (unrun.size > 0) return { outcome: 'void', by: `did not run: ${[...unrun].join(' ')}` };
    const isHeard = suites.some((suite) => !this.#failing.has(suite));
    return isHeard
      ? { outcome: 'survived', by: null }
      : { outcome: 'void', by: 'every suite fails without any fault' };
  }

  /** Tests that a suite passes without the fault. */
  async #isSound(fault: Fault, suite: string): Promise<boolean> {
    if (this.#bench.duration.has(suite)) return true;
    this.#write(fault, fault.original);
    const without = await this.#run(fault, [suite]);
    this.#write(fault, fault.source);
    if (isPassed(without)) return true;
    console.log(`${suite} does not pass without any fault`);
    this.#failing.add(suite);
    return false;
  }

  /** Tests that what failed failed because of the fault. */
  async #isSure(fault: Fault, names: readonly string[], failure: string): Promise<boolean> {
    for (const suite of names) await this.#isSound(fault, suite);
    if (names.every((name) => this.#failing.has(name))) return false;
    if (!isLate(failure)) return true;
    // What was late once may have met a busy machine; what is late twice met the fault.
    return !isPassed(await this.#run(fault, names));
  }

  async #run({ file }: Fault, suites: readonly string[]): Promise<Run> {
    const { duration, suites: runner } = this.#bench;
    const usual = suites.reduce((sum, suite) => sum + (duration.get(suite) ?? UNKNOWN), 0);
    const allowed = usual * this.#slowness;
    const request = { suites, changed: [file], bail: true, testTimeout: TEST + allowed };
    const patience = START + ALLOWANCE * allowed;
    const isKnown = suites.every((suite) => duration.has(suite));
    // Of suites that nobody knows, one fault would take as long as all others together.
    const outcome = await runner.run(
      request,
      isKnown ? patience : Math.min(patience, this.#budget),
    );
    if (outcome === 'hung' && !isKnown && patience > this.#budget) return 'late';
    if (typeof outcome === 'string' || !isPassed(outcome)) return outcome;
    const taken = outcome.suites.reduce((sum, { ms }) => sum + ms, 0);
    if (isKnown) this.#slowness = Math.min(SLOWEST, Math.max(1, taken / usual));
    for (const { suite, ms } of outcome.suites)
      if (!duration.has(suite)) duration.set(suite, ms / this.#slowness);
    return outcome;
  }

  #write({ file }: Fault, source: string): void {
    writeFileSync(path.join(this.#bench.copy, file), source);
  }
}

type Run = Awaited<ReturnType<Suites['run']>> | 'late';
type Finding = Pick<Verdict, 'outcome' | 'by'>;

const isPassed = (run: Run) =>
  typeof run !== 'string' &&
  run.failure === null &&
  run.suites.every(({ state }) => state === 'passed');
/** What no build takes, nobody can make. */
const isBuilt = (failure: string) => !/\[plugin[: ]|Transform failed|macro/.test(failure);
const isLate = (failure: string) =>
  /time|late|unable to find|EADDR|ECONN|socket|fetch failed/i.test(failure);
