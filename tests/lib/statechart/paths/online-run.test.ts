import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { testRequirementOf } from '#lib/statechart/paths/criteria.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { type Instruction, OnlineRun } from '#lib/statechart/paths/online-run.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import { type Scenario, scenario } from '#lib/statechart/paths/scenario.ts';
import { safeScenario } from '../safe.ts';

/** Two paths lead from a to c, only one to d. */
const branches = createMachine({
  id: 'ways',
  initial: 'a',
  states: {
    a: { on: { straight: 'c', round: 'b' } },
    b: { on: { on: 'c' } },
    c: { on: { end: 'd' } },
    d: {},
  },
});
const waysScenario = scenario<typeof branches>({
  machine: branches,
  starts: [{ name: 'a start', input: undefined }],
  epoch: 0,
  samples: ({ value }) =>
    Object.keys(branches.states[value as 'a']?.on ?? {}).map((type) => ({
      name: type,
      event: { type },
    })),
  abstract: () => null,
});

function startRun(of: Scenario) {
  const found = explore(of);
  return { found, run: new OnlineRun(found, testRequirementOf(found, 'transitions'), 1) };
}

/** Reports on every instruction until the end and returns the instructions. `see` is the system under test. */
function driven(run: OnlineRun, see: (instruction: Instruction) => string): Instruction[] {
  const instructions: Instruction[] = [];
  for (;;) {
    const instruction = run.next();
    instructions.push(instruction);
    if (instruction.action === 'end' || instructions.length > 500) return instructions;
    run.report({ number: instruction.number, state: see(instruction) });
  }
}

const asExpected = (instruction: Instruction) =>
  instruction.action === 'end' ? '' : instruction.expected.state;

test('an online run needs no more steps than the planned tour', () => {
  const { found, run } = startRun(safeScenario);
  driven(run, asExpected);
  const { walks } = plan(found, { criterion: 'transitions' });
  expect(run.statistics.steps).toBe(walks.reduce((sum, { edges }) => sum + edges.length, 0));
});

test('after a failure the walk ends, and later items are reached another way', () => {
  const { run } = startRun(waysScenario);
  const instructions = driven(run, (instruction) =>
    instruction.action === 'send' && instruction.name === 'straight'
      ? 'b'
      : asExpected(instruction),
  );
  const names = instructions.flatMap((instruction) =>
    instruction.action === 'send' ? [instruction.name] : [],
  );
  expect(names.filter((name) => name === 'straight')).toHaveLength(1);
  expect(names).toContain('end');
  expect(run.statistics).toMatchObject({
    covered: 3,
    uncovered: ['a:straight:0'],
    ended: 'no walks left',
    failures: [{ after: 'straight', message: 'expected c, got b' }],
  });
});

test('a start that fails is not repeated, and the run ends', () => {
  const { run } = startRun(waysScenario);
  const instructions = driven(run, () => 'd');
  expect(instructions.map(({ action }) => action)).toEqual(['start', 'end']);
  expect(run.statistics).toMatchObject({
    covered: 0,
    walks: 1,
    failures: [{ walk: 1, after: 'a start', message: 'expected a, got d' }],
  });
});

test('a failed check of the runner fails the step with its message', () => {
  const { run } = startRun(waysScenario);
  run.next();
  run.report({ number: 1, state: { a: {} } });
  run.next();
  expect(run.report({ number: 2, passed: false, message: 'the lamp is dark' })).toBe(
    'the lamp is dark',
  );
});

test('an ended run retains its reports and returns no more steps', () => {
  const { run } = startRun(waysScenario);
  run.report({ number: run.next().number });
  run.report({ number: run.next().number });
  run.next();
  run.end();
  expect(run.next()).toMatchObject({ action: 'end', reason: 'ended by the runner' });
  expect(run.statistics).toMatchObject({ walks: 1, steps: 1 });
});
