import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Mutant } from '#lib/statechart/mutation/mutant.ts';
import { mutantsOf } from '#lib/statechart/mutation/mutants.ts';
import type { Report } from '#lib/statechart/path-formats/path-report.ts';
import { type NamedMachine, namedMachines } from '#testing/machines/named-machines.ts';
import { readArguments } from '#testing/paths/arguments.ts';
import { checkMachines } from '#testing/paths/checks.ts';
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
  [['login', '--places', '0'], '--places «0» is not a whole number from 1'],
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
  [['all', '--serve'], '--to and --serve require a single machine'],
])('%j is rejected with status 2', (args, message) => {
  const { status, stderr, stdout } = paths(...args);
  expect([status, stderr, stdout]).toEqual([2, expect.stringContaining(message), '']);
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

test('a violated property is shown with a shortest walk', async () => {
  const [application] = (await namedMachines(['application'])) as [NamedMachine];
  const { scenario } = application;
  const mutant = mutantsOf('application', scenario.machine).find(({ id }) =>
    id.includes('drop action notifyAuthority of approved:sharing.suspend:0'),
  ) as Mutant;
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const broken = { ...application, scenario: { ...scenario, machine: mutant.machine } };
  const isHeld = checkMachines([broken], 20_000);
  const lines = write.mock.calls.join('').split('\n');
  write.mockRestore();
  expect(isHeld).toBe(false);
  const at = lines.findIndex((line) => line.startsWith('  BROKEN'));
  expect(lines[at]).toContain('No user’s data are withheld or suspended without notice');
  expect(lines[at + 1]).toMatch(/^ {10}a \S+ application → .*sharing\.suspend.*, in suspended$/);
});

test('a machine without properties is named', () => {
  const { status, stderr } = paths('login', '--check');
  expect(stderr).toContain('the machine has no properties');
  expect(status).toBe(2);
});
