import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { coverageText, summaryOf } from '#lib/statechart/coverage/summary.ts';
import { readVisits, VisitLog } from '#lib/statechart/coverage/visit-log.ts';
import { type MachineGraph, machineGraph } from '#lib/statechart/graph/graph.ts';
import { concreteWalks } from '#lib/statechart/paths/concrete-walks.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import { Recorder } from '#lib/statechart/paths/recorder.ts';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { scenarios } from '#machines/scenarios.ts';

const consent = scenarios.consent as Scenario;

let folder: string;
let directory: URL;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'visits of a café-'));
  directory = pathToFileURL(`${folder}/`);
});
afterEach(() => rmSync(folder, { recursive: true }));

interface WalkOptions {
  /** Default: the catalogue's. */
  graph?: MachineGraph;
  /** The last step failed. */
  fails?: boolean;
}

/** Walks consent with the given events and writes visits like a suite. */
function walk(level: number, suite: string, types: string[], { graph, fails }: WalkOptions = {}) {
  const { machine, starts } = consent;
  const input = starts[0]?.input;
  const recorder = new Recorder(machine);
  const log = new VisitLog(level, suite, 'consent', graph ?? machineGraph(machine));
  log.begin();
  let taken = recorder.start(input);
  log.step(taken);
  for (const type of types) {
    taken = recorder.step(taken.snapshot, { type });
    log.step(taken);
  }
  if (!fails) log.end();
  log.write(directory);
}

const consentSummary = (level: number | null) =>
  summaryOf(readVisits(level, directory), 'consent', consent);

/** Runs the command on the visits. */
function coverage(...args: string[]) {
  const script = join(import.meta.dirname, '../../../src/testing/coverage.ts');
  const all = [script, '--visits', folder, '--machine', 'consent', ...args];
  return spawnSync(process.execPath, all, { encoding: 'utf8' });
}

test('without visits there is no coverage', () => {
  expect(readVisits(null, directory)).toEqual([]);
});

test('visited items count, and uncovered items have a path to them', () => {
  walk(1, 'one', ['settings.open', 'settings.close', 'settings.open']);
  const summary = consentSummary(1);
  expect(summary.transitions).toMatchObject({ covered: 2, total: 8 });
  expect(summary.pairs.covered).toBe(2);
  expect(summary.states.covered).toBe(2);
  expect(readVisits(1, directory)[0]?.transitions).toEqual({
    'open:settings.open:0': 2,
    'settings:settings.close:0': 1,
  });
  expect(summary.states.uncovered).toEqual([
    { item: 'recording', start: 'a new visitor', path: ['consent.give, all'] },
    { item: 'chosen', start: 'a visitor who allowed', path: [] },
  ]);
});

test('visits of another version of the machine do not count, but are listed', () => {
  const now = machineGraph(consent.machine);
  const [first, ...others] = now.transitions;
  walk(1, 'now', ['settings.open']);
  const before = { ...now, transitions: first ? [{ ...first, index: 9 }, ...others] : [] };
  walk(1, 'before', ['settings.open', 'settings.close'], { graph: before });
  expect(consentSummary(null)).toMatchObject({
    suites: ['1 now'],
    outdated: ['1 before'],
    transitions: { covered: 1 },
  });
  expect(coverage().stdout).toContain('1 now, 1 before (another version, not counted)');
});

test('a suite with an unfinished walk is listed as failed and does not satisfy --require', () => {
  const found = explore(consent);
  const { walks } = plan(found, { criterion: 'transitions' });
  const tour = (fails: boolean) => {
    const log = new VisitLog(1, 'tour', 'consent', found.graph);
    for (const { macrostep, steps } of concreteWalks(found, walks)) {
      log.begin();
      log.step(macrostep);
      for (const step of steps) log.step(step.macrostep);
      if (!fails) log.end();
    }
    log.write(directory);
    return coverage('--require', 'transitions');
  };
  expect(tour(false)).toMatchObject({ status: 0, stdout: expect.not.stringContaining('failed') });
  const failed = tour(true);
  expect(failed.stdout).toMatch(/8\/8 .*1 tour \(failed\)/);
  expect(failed.status).toBe(1);
});

test('an error names an incomplete file of visits', () => {
  const broken = pathToFileURL(`${folder}/broken/`);
  mkdirSync(broken);
  writeFileSync(new URL('1.one.consent.json', broken), '{"level":1,');
  expect(() => readVisits(null, broken)).toThrow('1.one.consent.json is incomplete');
});

test('levels count separately and together, and another run replaces the previous one', () => {
  walk(1, 'one', ['settings.open', 'settings.close', 'settings.open']);
  walk(3, 'two', ['consent.give']);
  const covered = (level: number | null) => consentSummary(level).transitions.covered;
  expect([covered(1), covered(3), covered(null)]).toEqual([2, 1, 3]);
  walk(1, 'one', ['settings.open']);
  expect(covered(1)).toBe(1);
});

test('the text shows counts, paths and which transitions were missed', () => {
  walk(1, 'one', ['settings.open']);
  walk(3, 'two', ['consent.give']);
  const shown = coverageText([consentSummary(null)]);
  expect(shown).toMatch(/consent +3\/4 +2\/8 .*1 one, 3 two/);
  expect(shown).toContain('consent transitions: settings:settings.close:0\n  a new visitor →');
});

test.each([
  [['--level', '4'], '--level «4» is not 1, 2 or 3'],
  [['--require', 'all'], 'unknown --require «all»; known: states'],
  [['--colour'], "Unknown option '--colour'"],
])('%j is rejected with status 2 and a clear message', (args, message) => {
  const script = join(import.meta.dirname, '../../../src/testing/coverage.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  expect(stderr).toContain(message);
  expect(status, stderr).toBe(2);
});
