import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Fault } from '#tools/mutate/faults.ts';
import { plainlyRefused, refusedFaults } from '#tools/mutate/refused-faults.ts';
import { explanationOf } from '#tools/mutate/source-explanations.ts';
import type { RunOutcome, RunRequest } from '#tools/mutate/suite-runner.ts';
import { type Bench, tryFaults } from '#tools/mutate/try-faults.ts';

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'tried-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  writeFileSync(path.join(copy, 'a.ts'), 'right');
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

const fault = {
  file: 'a.ts',
  operator: 'limit',
  at: 'a.ts:1:1',
  source: 'wrong',
  original: 'right',
  diff: '',
  within: null,
} satisfies Fault;

/** How a suite fails, by what stands in the file; `hung` does not end, `void` does not run. */
type Suite = (source: string) => string | null;

async function verdictBy(
  suites: Record<string, Suite>,
  known: Record<string, number> = {},
  { isTaken = true, isKeptLoaded = false, budget = Number.POSITIVE_INFINITY } = {},
) {
  const requests: RunRequest[] = [];
  /** How often a process was ended that had loaded what it runs. */
  let processes = 0;
  const run = async (request: RunRequest): Promise<RunOutcome | 'hung' | 'gone'> => {
    requests.push(request);
    const source = readFileSync(path.join(copy, 'a.ts'), 'utf8');
    const names = request.suites;
    const failures = names.map((name) => suites[name]?.(source) ?? null);
    for (const end of ['hung', 'gone'] as const) if (failures.includes(end)) return end;
    const stateOf = (failure = null as string | null) =>
      failure === null ? 'passed' : failure === 'void' ? 'void' : 'failed';
    return {
      suites: names.map((suite, at) => ({ suite, state: stateOf(failures[at]), ms: 100 })),
      failure: failures.find((failure) => stateOf(failure) === 'failed') ?? null,
    };
  };
  const names = Object.keys(suites);
  const bench: Bench = {
    copy,
    suites: {
      names,
      run,
      end: async () => {
        processes++;
      },
    },
    suitesOf: () => names,
    isKeptLoaded: () => isKeptLoaded,
    refusedOf: (faults) => new Set(isTaken ? [] : faults),
    duration: new Map(Object.entries(known)),
  };
  const [verdict] = await tryFaults([fault], bench, budget);
  expect(readFileSync(path.join(copy, 'a.ts'), 'utf8')).toBe('right');
  return { ...verdict, runs: requests.length, processes };
}

const sees: Suite = (source) => (source === 'wrong' ? 'expected 1 to be 2' : null);

test('a fault is noticed by what fails with it and passes without', async () => {
  expect(await verdictBy({ a: sees })).toMatchObject({ outcome: 'noticed', runs: 2 });
  expect(await verdictBy({ a: sees }, { a: 100 })).toMatchObject({ outcome: 'noticed', runs: 1 });
});

test('what fails without it tells nothing, and the others are asked all the same', async () => {
  const broken: Suite = () => 'expected 1 to be 2';
  expect(await verdictBy({ broken })).toMatchObject({ outcome: 'void' });
  expect(await verdictBy({ broken, a: sees })).toMatchObject({ outcome: 'noticed' });
});

test('what is late once and passes then has not noticed it; what is late twice has', async () => {
  let count = 0;
  const late = 'Test timed out in 30000ms';
  const busy: Suite = () => (count++ === 0 ? late : null);
  expect(await verdictBy({ busy }, { busy: 100 })).toMatchObject({ outcome: 'survived', runs: 2 });
  const waits: Suite = () => late;
  expect(await verdictBy({ waits }, { waits: 100 })).toMatchObject({ outcome: 'noticed' });
});

test('a suite that has no end with it has noticed it', async () => {
  const outcome = await verdictBy({ a: (source) => (source === 'wrong' ? 'hung' : null) });
  expect(outcome).toMatchObject({ outcome: 'noticed', by: 'no end' });
});

test('where nobody knows how long a suite takes, no end within the budget says nothing', async () => {
  const hangs: Suite = (source) => (source === 'wrong' ? 'hung' : null);
  expect(await verdictBy({ hangs }, {}, { budget: 75_000 })).toMatchObject({
    outcome: 'void',
    by: 'no end within the budget',
  });
  const known = await verdictBy({ hangs }, { hangs: 100 }, { budget: 75_000 });
  expect(known).toMatchObject({ outcome: 'noticed', by: 'no end' });
});

test('a budget cuts what is tried, but not to so few that they say nothing', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(0);
  const tried = async (budget: number) => {
    const bench = {
      copy,
      suites: {
        names: ['a'],
        run: async () => {
          now.mockReturnValue(Date.now() + 1000);
          return { suites: [{ suite: 'a', state: 'passed' as const, ms: 1000 }], failure: null };
        },
        end: async () => {},
      },
      suitesOf: () => ['a'],
      isKeptLoaded: () => false,
      refusedOf: () => new Set<Fault>(),
      duration: new Map([['a', 1000]]),
    };
    const verdicts = await tryFaults(Array<Fault>(50).fill(fault), bench, budget);
    return verdicts.length;
  };
  expect(await tried(1000)).toBe(5);
  expect(await tried(10_000)).toBe(20);
  expect(await tried(30_000)).toBe(30);
  expect(await tried(1_000_000)).toBe(50);
  now.mockRestore();
});

test('what no suite reaches is told apart from what all let pass', async () => {
  expect(await verdictBy({})).toMatchObject({ outcome: 'unreached' });
  expect(await verdictBy({ a: () => null })).toMatchObject({ outcome: 'survived' });
  expect(await verdictBy({}, {}, { isTaken: false })).toMatchObject({ outcome: 'unfit' });
});

test('where a suite does not run with it, nothing is known of a fault', async () => {
  const stops: Suite = (source) => (source === 'wrong' ? 'void' : null);
  const verdict = await verdictBy({ stops, a: () => null }, { stops: 100, a: 100 });
  expect(verdict).toMatchObject({ outcome: 'void', by: 'did not run: stops' });
  expect(await verdictBy({ stops, a: sees })).toMatchObject({ outcome: 'noticed' });
  const ends = await verdictBy({ a: (source) => (source === 'wrong' ? 'gone' : null) });
  expect(ends).toMatchObject({ outcome: 'void' });
});

test('a suite that never runs tells nothing, and the others are asked all the same', async () => {
  const skipped: Suite = () => 'void';
  expect(await verdictBy({ skipped })).toMatchObject({ outcome: 'void' });
  expect(await verdictBy({ skipped, a: () => null })).toMatchObject({ outcome: 'survived' });
});

test('of a file that a process keeps loaded, what survived is tried in another', async () => {
  let runs = 0;
  const old: Suite = (source) => (runs++ > 0 ? sees(source) : null);
  expect(await verdictBy({ old }, { old: 100 }, { isKeptLoaded: true })).toMatchObject({
    outcome: 'noticed',
    runs: 2,
    processes: 2,
  });
});

test('what the build refuses is no fault', async () => {
  const unbuilt: Suite = (source) => (source === 'wrong' ? 'Transform failed with 1 error' : null);
  expect(await verdictBy({ unbuilt })).toMatchObject({ outcome: 'unfit' });
});

test('the compiler is asked about many at once, and who is refused is found', () => {
  const of = (file: string, source: string) => ({ ...fault, file, source });
  const [a, b, again, far] = [of('a.ts', '1'), of('b.ts', '2'), of('a.ts', '3'), of('c.ts', '4')];
  for (const file of ['b.ts', 'c.ts']) writeFileSync(path.join(copy, file), 'right');
  let runs = 0;
  const compile = () => {
    runs++;
    const stands = (file: string) => readFileSync(path.join(copy, file), 'utf8');
    // The fourth is told of another file.
    const told = { 'b.ts': stands('b.ts') === '2', 'd.ts': stands('c.ts') === '4' };
    return Object.entries(told).flatMap(([file, isWrong]) => (isWrong ? [file] : []));
  };
  expect(refusedFaults(copy, [a, b, again, far], compile)).toEqual(new Set([b, far]));
  expect(runs).toBe(4);
  expect(refusedFaults(copy, [a, again], compile)).toEqual(new Set());
  runs = 0;
  expect(plainlyRefused(copy, [a, b, again, far], compile)).toEqual(new Set([b]));
  expect(runs).toBe(2);
  for (const file of ['a.ts', 'b.ts', 'c.ts'])
    expect(readFileSync(path.join(copy, file), 'utf8')).toBe('right');
});

test('a fault that nobody could see has its reason, and no other line or kind of fault has it', () => {
  const file = 'src/server/platform/calendar/calendar.ts';
  const operator = 'dropped-statement';
  const dropped = { file, operator, diff: '  -     starts.set(key, start);\n  +     ' };
  expect(explanationOf(dropped)).toMatch(/worked out again/);
  expect(explanationOf({ ...dropped, file: 'src/server/main.ts' })).toBeNull();
  expect(explanationOf({ ...dropped, diff: '  -     starts.clear();\n  +     ' })).toBeNull();
  expect(explanationOf({ ...dropped, diff: `${dropped.diff}\n  -   return start;` })).toBeNull();
  const row = {
    file: 'src/server/platform/jobs/lease.ts',
    diff: "  -     .where('leased_until', '>', 0)",
  };
  expect(explanationOf({ ...row, operator: 'dropped-where' })).toMatch(/for the index/);
  expect(explanationOf({ ...row, operator: 'query' })).toBeNull();
});
