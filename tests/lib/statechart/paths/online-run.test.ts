import { expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { testRequirementOf } from '#lib/statechart/paths/criteria.ts';
import { type Exploration, explore } from '#lib/statechart/paths/explore.ts';
import {
  OnlineRun,
  type StopConditions,
  type Turn,
  TurnError,
} from '#lib/statechart/paths/online-run.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import { type Scenario, scenario } from '#lib/statechart/paths/scenario.ts';
import { stateText } from '#lib/statechart/paths/state-value.ts';
import { recordedWalks } from '#lib/statechart/paths/walk.ts';
import {
  givenSource,
  randomWalkSource,
  tourSource,
  type WalkSource,
} from '#lib/statechart/paths/walk-source.ts';
import { safeScenario } from '../safe.ts';

/** Two paths lead from a to c, only one to d. */
const ways = createMachine({
  id: 'ways',
  initial: 'a',
  states: {
    a: { on: { straight: 'c', round: 'b' } },
    b: { on: { on: 'c' } },
    c: { on: { end: 'd' } },
    d: {},
  },
});
const waysScenario = scenario<typeof ways>({
  machine: ways,
  starts: [{ name: 'a start', input: undefined }],
  epoch: 0,
  samples: ({ value }) =>
    Object.keys(ways.states[value as 'a']?.on ?? {}).map((type) => ({
      name: type,
      event: { type },
    })),
  abstract: () => null,
});

const ALL: StopConditions = { coverage: 1, steps: null, duration: null };

function begun(
  of: Scenario,
  {
    stop = ALL,
    source,
    now,
  }: {
    stop?: StopConditions;
    source?: (found: Exploration) => WalkSource;
    now?: () => number;
  } = {},
) {
  const found = explore(of);
  const requirement = testRequirementOf(found, 'transitions');
  const walks = source?.(found) ?? tourSource(requirement, 1);
  return { found, run: new OnlineRun(found, requirement, walks, stop, now) };
}

/** Reports on every turn until the end and returns the turns. `see` is the system under test. */
function driven(run: OnlineRun, see: (turn: Turn) => string): Turn[] {
  const turns: Turn[] = [];
  for (;;) {
    const turn = run.next();
    turns.push(turn);
    if (turn.action === 'end' || turns.length > 500) return turns;
    run.report({ turn: turn.turn, state: see(turn) });
  }
}

const asExpected = (turn: Turn) => (turn.action === 'end' ? '' : turn.expected.state);

test('a runner that conforms to the machine covers everything', () => {
  const { run } = begun(waysScenario);
  let actor = createActor(ways);
  const turns = driven(run, (turn) => {
    if (turn.action === 'start') actor = createActor(ways).start();
    else if (turn.action === 'send') actor.send(turn.event as never);
    return stateText(actor.getSnapshot().value);
  });
  expect(turns.at(-1)).toMatchObject({ action: 'end', reason: 'coverage' });
  expect(run.statistics).toMatchObject({
    covered: 4,
    total: 4,
    uncovered: [],
    failures: [],
    ended: 'coverage',
  });
});

test('an online run needs no more steps than the planned tour', () => {
  const { found, run } = begun(safeScenario);
  driven(run, asExpected);
  const { walks } = plan(found, { criterion: 'transitions' });
  expect(run.statistics.steps).toBe(walks.reduce((sum, { edges }) => sum + edges.length, 0));
});

test('after a failure the walk ends, and later items are reached another way', () => {
  const { run } = begun(waysScenario);
  const turns = driven(run, (turn) =>
    turn.action === 'send' && turn.name === 'straight' ? 'b' : asExpected(turn),
  );
  const names = turns.flatMap((turn) => (turn.action === 'send' ? [turn.name] : []));
  expect(names.filter((name) => name === 'straight')).toHaveLength(1);
  expect(names).toContain('end');
  expect(run.statistics).toMatchObject({
    covered: 3,
    uncovered: ['a:straight:0'],
    ended: 'all walked',
    failures: [{ after: 'straight', message: 'expected c, got b' }],
  });
});

test('a start that fails is not walked again, and the run ends', () => {
  for (const source of [
    undefined,
    (found: Exploration) => randomWalkSource(found, { seed: 1, length: 5 }),
  ]) {
    const { run } = begun(waysScenario, source ? { source } : {});
    const turns = driven(run, () => 'd');
    expect(turns.map(({ action }) => action)).toEqual(['start', 'end']);
    expect(run.statistics).toMatchObject({
      covered: 0,
      walks: 1,
      failures: [{ walk: 1, after: 'a start', message: 'expected a, got d' }],
    });
  }
});

test('repeated requests before the report return the same turn, and other reports are rejected', () => {
  const { run } = begun(waysScenario);
  expect(() => run.report({ turn: 1 })).toThrow(new TurnError('No turn waits for a report'));
  const first = run.next();
  expect(run.next()).toBe(first);
  expect(() => run.report({ turn: 2 })).toThrow(
    new TurnError('Turn 1 waits for its report, not turn 2'),
  );
  run.report({ turn: 1 });
  expect(() => run.report({ turn: 1 })).toThrow(TurnError);
  expect(run.next()).toMatchObject({ turn: 2, action: 'send' });
});

test('a runner’s own check fails a step with its message', () => {
  const { run } = begun(waysScenario);
  run.next();
  run.report({ turn: 1, state: { a: {} } });
  run.next();
  expect(run.report({ turn: 2, passed: false, message: 'the lamp is dark' })).toBe(
    'the lamp is dark',
  );
});

test('steps and time end a run, whichever comes first', () => {
  const steps = begun(waysScenario, { stop: { coverage: 1, steps: 2, duration: 1e9 } });
  expect(driven(steps.run, asExpected).at(-1)).toMatchObject({ reason: 'steps' });
  expect(steps.run.statistics.steps).toBe(2);

  let clock = 0;
  const stop = { coverage: null, steps: null, duration: 70 };
  const source = (found: Exploration) => randomWalkSource(found, { seed: 7, length: 4 });
  const timed = begun(safeScenario, { stop, source, now: () => clock });
  const turns = driven(timed.run, (turn) => {
    clock += 10;
    return asExpected(turn);
  });
  expect(turns).toHaveLength(8);
  expect(timed.run.statistics).toMatchObject({ ended: 'duration', duration: 70 });
});

test('half of the coverage suffices if half is requested', () => {
  const { run } = begun(waysScenario, { stop: { coverage: 0.5, steps: null, duration: null } });
  driven(run, asExpected);
  expect(run.statistics).toMatchObject({ covered: 2, ended: 'coverage' });
});

test('random steps are equal for equal seeds and differ for others', () => {
  const walked = (seed: number) => {
    const source = (found: Exploration) => randomWalkSource(found, { seed, length: 6 });
    const stop = { coverage: null, steps: 40, duration: null };
    const { run } = begun(safeScenario, { stop, source });
    return driven(run, asExpected).map((turn) =>
      turn.action === 'send' ? turn.name : turn.action,
    );
  };
  expect(walked(3)).toEqual(walked(3));
  expect(walked(3)).not.toEqual(walked(4));
});

test('recorded walks are repeated by name, including the failing step', () => {
  const { found, run } = begun(waysScenario);
  driven(run, (turn) => (turn.action === 'send' && turn.name === 'end' ? 'c' : asExpected(turn)));
  const recorded = run.walks.map(({ walk }) => ({
    start: { name: 'a start' },
    steps: walk.edges.map(({ name }) => ({ name })),
  }));
  const stop = { coverage: null, steps: null, duration: null };
  const again = begun(waysScenario, {
    stop,
    source: () => givenSource(recordedWalks(found, recorded)),
  });
  driven(again.run, asExpected);
  expect(again.run.walks.map(({ walk }) => walk)).toEqual(run.walks.map(({ walk }) => walk));
  expect(recorded.flatMap(({ steps }) => steps)).toContainEqual({ name: 'end' });
});

test('a recorded step that is no longer possible is named', () => {
  const { found } = begun(waysScenario);
  const path = (start: string, ...names: string[]) => [
    { start: { name: start }, steps: names.map((name) => ({ name })) },
  ];
  expect(() => recordedWalks(found, path('a start', 'round', 'end'))).toThrow(
    'path 1, step 2: «end» is not sent in b',
  );
  expect(() => recordedWalks(found, path('elsewhere'))).toThrow(
    'path 1: there is no start «elsewhere»',
  );
});

test('an ended run retains its reports and returns no more steps', () => {
  const { run } = begun(waysScenario);
  run.report({ turn: run.next().turn });
  run.report({ turn: run.next().turn });
  run.next();
  run.end();
  expect(run.next()).toMatchObject({ action: 'end', reason: 'ended by the runner' });
  expect(run.walks.map(({ walk }) => walk.edges.length)).toEqual([1]);
});
