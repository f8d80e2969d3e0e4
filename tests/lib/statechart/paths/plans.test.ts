import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMachine, setup } from 'xstate';
import { abstractionDifferences } from '#lib/statechart/paths/check-abstraction.ts';
import { concreteWalks } from '#lib/statechart/paths/concrete-walks.ts';
import { criteria } from '#lib/statechart/paths/criteria.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { type PlanOptions, plan, planKinds } from '#lib/statechart/paths/plan.ts';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { safeScenario, withEvents } from '../safe.ts';

const options: PlanOptions = { criterion: 'transitions' };

/** A machine of states 0, 1, … with one event per edge. */
function numbered(states: number, edges: readonly [number, number][]): Scenario {
  const machine = createMachine({
    id: 'numbered',
    initial: 's0',
    states: Object.fromEntries(
      Array.from({ length: states }, (_, state) => [
        `s${state}`,
        {
          on: Object.fromEntries(
            edges.flatMap(([from, to], index) =>
              from === state ? [[`e${index}`, { target: `s${to}`, reenter: true }]] : [],
            ),
          ),
        },
      ]),
    ),
  });
  return withEvents(
    machine,
    edges.map((_, index) => `e${index}`),
  );
}

/** Least cost of walks that take every reachable edge, by brute force. A reset costs two steps. */
function leastCost(states: number, edges: readonly [number, number][]): number {
  const reachable = new Set([0]);
  for (const state of reachable)
    for (const [from, to] of edges) if (from === state) reachable.add(to);
  const all = edges.reduce((sum, [from], index) => sum | (reachable.has(from) ? 1 << index : 0), 0);
  const rings = [new Set([0])];
  const seen = new Set<number>();
  const reach = (cost: number, key: number) => {
    rings[cost] ??= new Set();
    rings[cost].add(key);
  };
  for (let cost = 0; ; cost++)
    for (const key of rings[cost] ?? []) {
      if (seen.has(key)) continue;
      seen.add(key);
      const [state, taken] = [key % states, Math.floor(key / states)];
      if (taken === all) return cost;
      reach(cost + 2, taken * states);
      edges.forEach(([from, to], index) => {
        if (from === state) reach(cost + 1, (taken | (1 << index)) * states + to);
      });
    }
}

const graphs = fc.integer({ min: 1, max: 5 }).chain((states) => {
  const state = fc.nat({ max: states - 1 });
  return fc.tuple(fc.constant(states), fc.array(fc.tuple(state, state), { maxLength: 8 }));
});

test('on any graph a tour covers every transition and costs at most 1.25 times the minimum', () => {
  fc.assert(
    fc.property(graphs, ([states, edges]) => {
      const result = plan(explore(numbered(states, edges)), options);
      const steps = result.walks.reduce((sum, { edges }) => sum + edges.length, 0);
      const resets = Math.max(0, result.walks.length - 1);
      expect(result.uncovered).toEqual([]);
      expect(steps + 2 * resets).toBeLessThanOrEqual(1.25 * leastCost(states, edges));
    }),
    { seed: 5, numRuns: 300 },
  );
});

test('a tour of a ring with a chord needs no reset', () => {
  const found = explore(
    numbered(4, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 0],
      [1, 3],
    ]),
  );
  const result = plan(found, options);
  expect(result.walks).toHaveLength(1);
  expect(result.walks[0]?.edges).toHaveLength(6);
});

test('unreachable items are infeasible, with the reason', () => {
  const machine = setup({
    types: { events: {} as { type: 'go' } | { type: 'never' } },
    guards: { isNever: () => false },
  }).createMachine({
    id: 'gate',
    initial: 'here',
    states: {
      here: { on: { go: { guard: 'isNever', target: 'there' }, never: 'there' } },
      there: { on: { go: 'here' } },
    },
  });
  const found = explore(withEvents(machine, ['go']));
  expect(plan(found, options).infeasible).toEqual([
    {
      item: 'here:go:0',
      reason: 'isNever was never true (evaluations: 1)',
      isCertain: false,
    },
    {
      item: 'here:never:0',
      reason:
        'it was never evaluated: no never was sent in its state, a guard threw an error, or another transition handled the event',
      isCertain: false,
    },
    {
      item: 'there:go:0',
      reason: 'there is never entered',
      isCertain: false,
    },
  ]);
});

test('infeasibility by the declarations is certain; otherwise it depends on the samples', () => {
  const machine = setup({
    types: { events: {} as { type: 'go' } },
    guards: { isReady: () => true },
  }).createMachine({
    id: 'gate',
    initial: 'here',
    states: {
      here: { on: { go: [{ target: 'there' }, { guard: 'isReady', target: 'apart.inner' }] } },
      there: { type: 'final' },
      apart: { initial: 'inner', states: { inner: { on: { go: '#gate.lost' } } } },
      lost: { on: { go: 'here' } },
      nowhere: { on: { go: { guard: 'isReady', target: 'here' } } },
    },
  });
  const found = explore(withEvents(machine, ['go']));
  const certain = (criterion: 'transitions' | 'states' | 'guards') =>
    plan(found, { criterion }).infeasible.map(({ item, reason, isCertain }) =>
      isCertain ? `${item}: ${reason}` : item,
    );
  expect(certain('states')).toEqual([
    'apart: no transition leads to apart',
    'apart.inner: no transition leads to apart.inner',
    'lost: no transition leads to lost',
    'nowhere: no transition leads to nowhere',
  ]);
  expect(certain('transitions')).toEqual([
    'here:go:1: an earlier transition of the same event has no guard',
    'apart.inner:go:0: no transition leads to apart.inner',
    'lost:go:0: no transition leads to lost',
    'nowhere:go:0: no transition leads to nowhere',
  ]);
  expect(plan(found, { criterion: 'guards' }).infeasible.map(({ isCertain }) => isCertain)).toEqual(
    [true, true, true, true],
  );
});

test('a plan says if the exploration stopped at its limit', () => {
  const found = explore(safeScenario, 3);
  expect(found.complete).toBe(false);
  expect(plan(found, options).stopped).toContain('because exploration reached');
});

test('a wrong abstraction is detected by its check and by its paths', () => {
  const found = explore({ ...safeScenario, abstract: () => null });
  expect(abstractionDifferences(found).differences).not.toEqual([]);
  const { walks } = plan(found, { criterion: 'samples' });
  expect(() => concreteWalks(found, walks)).toThrow(/another result than explored|cannot be sent/);
  expect(abstractionDifferences(explore(safeScenario)).differences).toEqual([]);
});

test('parallel regions, nested states and timers are explored together', () => {
  const found = explore(safeScenario);
  const states = new Set(found.configurations.map(({ state }) => state));
  expect([...states].sort()).toEqual(
    ['open', 'shut.blocked', 'shut.locked', 'shut.unlocked'].flatMap((door) =>
      ['dark', 'lit'].map((lamp) => `door.${door} + lamp.${lamp}`),
    ),
  );
  const clock = found.edges.find(({ name }) => name === 'the clock reaches relock');
  expect(clock).toMatchObject({
    kind: 'clock',
    transitions: ['door.shut.unlocked:after.relock:0'],
  });
  expect((clock?.at ?? 0) - safeScenario.epoch).toBe(10_000);
});

test('guards require both results of each guard, transitions each transition, and every step is concrete', () => {
  const found = explore(safeScenario);
  const guards = plan(found, { criterion: 'guards' });
  expect(guards.covered).toContain('lamp.dark:press:0 isFirstTry true');
  expect(guards.covered).toContain('lamp.dark:press:0 guard true');
  expect([guards.covered.length, guards.uncovered, guards.infeasible]).toEqual([8, [], []]);
  const transitions = plan(found, { criterion: 'transitions' });
  expect(transitions.covered).toHaveLength(9);
  for (const { steps } of concreteWalks(found, transitions.walks))
    for (const { macrostep, edge } of steps)
      expect(macrostep.transitions).toEqual(edge.transitions);
});

test.each(criteria)('%s is the same for the same seed', (criterion) => {
  for (const kind of planKinds) {
    const wanted = { criterion, plan: kind, seed: 3 };
    const [one, other] = [0, 1].map(() => {
      const { walks, ...rest } = plan(explore(safeScenario), wanted);
      return [rest, walks.map(({ start, edges }) => [start, edges.map(({ name }) => name)])];
    });
    expect(one).toEqual(other);
  }
});
