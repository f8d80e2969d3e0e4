import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Report } from '#lib/statechart/path-formats/path-report.ts';
import { readArguments } from '#testing/paths/arguments.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';
import { UsageError } from '#tools/usage.ts';

const root = join(import.meta.dirname, '../../..');
const folder = temporaryFolder('paths');

function paths(...args: string[]) {
  return spawnSync(process.execPath, ['src/testing/paths.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
}

function report(...args: string[]): Report {
  return JSON.parse(paths(...args).stdout) as Report;
}

test('JSON holds the plan with every step’s transition, event, states and codes', () => {
  const result = report('application', '--cover', 'transitions');
  expect(result).toMatchObject({
    machine: 'application',
    criterion: 'transitions',
    covered: 76,
    total: 76,
    uncovered: [],
    infeasible: [],
    resets: result.paths.length - 1,
    steps: result.paths.reduce((sum, { steps }) => sum + steps.length, 0),
  });
  const transition = 'qualification.submitted:review.start:0';
  const steps = result.paths.flatMap((path) => path.steps);
  expect(steps.find((step) => step.transition === transition)).toMatchObject({
    event: { type: 'review.start', revision: 0 },
    notAccepted: false,
    before: { state: 'qualification.submitted', code: 0 },
    after: { state: 'qualification.underReview', code: 1 },
  });
});

const ofAssignment = new Set(['application.take', 'application.release', 'application.handOver']);

test('events of a path carry the revision and the instants of that path', () => {
  for (const { steps } of report('application', '--cover', 'transitions').paths)
    for (const [index, { event }] of steps.entries()) {
      // Assignments and rejected events do not increment the revision.
      const before = steps
        .slice(0, index)
        .filter((step) => !step.notAccepted && !ofAssignment.has(step.event.type));
      expect((event as unknown as { revision: number }).revision).toBe(before.length);
    }
  for (const { steps } of report('challenge', '--cover', 'samples').paths)
    for (const [index, { at }] of steps.entries())
      expect(at).toBeGreaterThanOrEqual(steps[index - 1]?.at ?? 0);
});

test('a plan that stops at a limit ends with status 1', () => {
  const result = paths('challenge', '--places', '3');
  expect(result.status, result.stderr).toBe(1);
  expect((JSON.parse(result.stdout) as Report).stopped).toBe(
    'because exploration reached 5 states (--places)',
  );
});

test.each([
  [['login', '--cover', 'everything'], 'unknown --cover «everything»'],
  [['login', '--plan', 'short'], 'unknown --plan «short»'],
  [['login', '--format', 'pdf'], 'unknown --format «pdf»'],
  [['login', '--seed', 'x'], '--seed «x» is not a whole number from 0'],
  [['login', '--switches', '0'], '--switches «0» is not a whole number from 1'],
  [['login', '--colour'], "Unknown option '--colour'"],
  [
    ['login', '--format', 'json', '--stubs', '--out', 'x.json'],
    '--stubs requires --format gherkin or playwright or vitest',
  ],
  [['login', '--format', 'vitest', '--stubs'], 'or vitest, and --out'],
])('%j is rejected with a clear message', (args, message) => {
  expect(() => readArguments(args)).toThrow(UsageError);
  expect(() => readArguments(args)).toThrow(message);
});

test.each([
  [[], 'name a machine: all, application'],
  [['nobody'], 'unknown machine «nobody»; known: application'],
  [['login', '--out', join(folder, 'no/such/file')], '--out '],
])('%j is rejected with status 2', (args, message) => {
  const { status, stderr, stdout } = paths(...args);
  expect([status, stderr, stdout]).toEqual([2, expect.stringContaining(message), '']);
});

test('the JSON conforms to its schema for every machine', () => {
  const { stdout } = paths('--schema');
  const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(JSON.parse(stdout));
  for (const criterion of ['transitions', 'negatives']) {
    const result = paths('all', '--cover', criterion);
    isValid(JSON.parse(result.stdout));
    expect(isValid.errors, `${criterion} ${result.stderr}`).toBeNull();
  }
  const { stopped, ...without } = report('consent');
  expect(stopped).toBeNull();
  expect(isValid(without)).toBe(false);
  expect(isValid({ ...report('consent'), more: 1 })).toBe(false);
});

test.each(['gherkin', 'playwright', 'vitest'])(
  '%s is written to a file; equal seeds give equal output',
  (format) => {
    const file = join(folder, `login.${format}`);
    const args = ['login', '--seed', '7', '--format', format];
    paths(...args, '--out', file);
    const written = readFileSync(file, 'utf8');
    expect(written.length).toBeGreaterThan(200);
    if (format === 'gherkin') expect(paths(...args).stdout).toBe(written);
  },
);

test('properties that hold are listed with their source for every machine', () => {
  const { status, stdout, stderr } = paths('all', '--check');
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('application: 11 properties over all reachable states');
  expect(stdout).toMatch(/holds {3}No application is refused without a ground \(Art\. 4, 5 and 18/);
  expect(stdout).not.toContain('BROKEN');
});

test('a violated property is shown with a shortest walk, and the exit status is 1', () => {
  const file = join(folder, 'own.properties.ts');
  writeFileSync(
    file,
    `export const own = [{ name: 'Nobody terminates', source: 'nobody', kind: 'never',
      step: { to: { states: ['terminated.byRequester'] } } }];`,
  );
  const { status, stdout } = paths('application', '--properties', file);
  expect(status).toBe(1);
  expect(stdout).toContain('BROKEN  Nobody terminates (nobody)');
  expect(stdout).toMatch(
    /a \S+ application → application\.terminate by the requester, in terminated\.byRequester/,
  );
});

test('without properties the message names the option', () => {
  const { status, stderr } = paths('login', '--check');
  expect(stderr).toContain('name a file with --properties');
  expect(status).toBe(2);
});
