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

test('a wrong abstraction is detected by its check and by its paths', () => {
  const found = explore({ ...safeScenario, abstract: () => null });
  expect(abstractionDifferences(found).differences).not.toEqual([]);
  const { walks } = plan(found, { criterion: 'samples' });
  expect(() => concreteWalks(found, walks)).toThrow(/another result than explored|cannot be sent/);
  expect(abstractionDifferences(explore(safeScenario)).differences).toEqual([]);
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
