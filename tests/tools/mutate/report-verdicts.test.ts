import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fault } from '#tools/mutate/faults.ts';
import { reportVerdicts, type Verdict } from '#tools/mutate/report-verdicts.ts';

const fault = {
  file: 'src/a/b.ts',
  operator: 'limit',
  at: 'src/a/b.ts:1:1',
  diff: '  - a',
} as Fault;
const of = (...outcomes: Verdict['outcome'][]) =>
  outcomes.map((outcome) => ({ fault, outcome, by: null }));
const printed = vi.spyOn(console, 'log');
let status: typeof process.exitCode;

beforeEach(() => {
  status = process.exitCode;
  process.exitCode = undefined;
  printed.mockReset().mockImplementation(() => {});
});
afterEach(() => {
  process.exitCode = status;
});

function reported(verdicts: readonly Verdict[], least: number, isCut = false) {
  reportVerdicts(verdicts, undefined, { least, isCut });
  return { code: process.exitCode ?? 0, last: String(printed.mock.lastCall?.[0]).trim() };
}

test('the share is of what suites ran on, and what nobody can make or see is beside it', () => {
  const verdicts = of('noticed', 'noticed', 'survived', 'unreached', 'unfit', 'equivalent', 'void');
  expect(reported(verdicts, 0)).toEqual({
    code: 0,
    last: 'all: 2 of 4 noticed (50 %); the compiler refuses 1 more, 1 change nothing, and of 1 nothing is known',
  });
});

test.each([
  [of('noticed', 'survived'), 50, 0],
  [of('noticed', 'survived'), 51, 1],
  // A tool whose suites do not run is not better than one that notices nothing.
  [of('noticed', 'void'), 51, 1],
  [of('void'), 1, 1],
  [of('noticed', 'unfit', 'equivalent'), 100, 0],
])('least %#', (verdicts, least, code) => {
  expect(reported(verdicts, least).code).toBe(code);
});

test.each([
  [of('noticed', 'survived', 'survived'), 0],
  [of('survived', 'survived'), 1],
  [of('void'), 1],
  [of(...Array(9).fill('noticed'), ...Array(11).fill('survived')), 1],
  [of(...Array(10).fill('noticed'), ...Array(10).fill('survived')), 0],
])('least 50 of a sample that was cut short %#', (verdicts, code) => {
  expect(reported(verdicts, 50, true).code).toBe(code);
});
