import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, and, assign, createMachine, emit, setup } from 'xstate';
import { concreteWalks } from '#lib/statechart/paths/concrete-walks.ts';
import { testRequirementOf } from '#lib/statechart/paths/criteria.ts';
import { derivedScenario } from '#lib/statechart/paths/derived-scenario.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import { canonicalJson } from '#lib/statechart/paths/state-value.ts';

const explored = (machine: AnyStateMachine, limit = 50) =>
  explore(derivedScenario(machine).scenario, limit);

test('a forbidden event is not accepted, and an infinite delay never elapses', () => {
  const shut = createMachine({
    id: 'shut',
    on: { GO: { actions: 'note' } },
    initial: 'a',
    states: { a: { on: { GO: {} }, after: { Infinity: 'b' } }, b: {} },
  });
  const { infeasible } = testRequirementOf(explored(shut), 'transitions');
  expect(infeasible).toEqual([
    { item: '#shut:GO:0', reason: expect.any(String), isCertain: false },
    { item: 'a:after.Infinity:0', reason: 'its delay is infinite', isCertain: true },
  ]);
  expect(testRequirementOf(explored(shut), 'states').infeasible).toEqual([
    { item: 'b', reason: 'no transition leads to b', isCertain: true },
  ]);
});

test('a name with a space does not make an item certainly infeasible', () => {
  const review = createMachine({
    id: 'review',
    initial: 'in review',
    states: {
      'in review': { on: { 'say yes': { guard: () => Date.now() < 0, target: 'all done' } } },
      'all done': {},
    },
  });
  for (const criterion of ['guards', 'transitions', 'states'] as const)
    expect(testRequirementOf(explored(review), criterion).infeasible).toEqual([
      expect.objectContaining({ isCertain: false }),
    ]);
});

test('the default target of a history can be entered', () => {
  const recalled = createMachine({
    id: 'recalled',
    initial: 'off',
    states: {
      off: { on: { ON: { guard: () => Date.now() < 0, target: 'on.h' } } },
      on: {
        initial: 'a',
        states: {
          a: {},
          'b.c': { initial: 'd', states: { d: { on: { X: '#recalled.off' } } } },
          h: { type: 'history', target: 'b\\.c.d' },
        },
      },
    },
  });
  for (const criterion of ['transitions', 'states'] as const)
    for (const item of testRequirementOf(explored(recalled), criterion).infeasible)
      expect(item).toMatchObject({ isCertain: false });
});

test('parts of a guard that are inline functions are no items of the criterion guards', () => {
  const parts = setup({
    types: { context: {} as { n: number } },
    guards: { isHigh: ({ context }) => context.n > 1 },
  }).createMachine({
    id: 'parts',
    context: { n: 0 },
    on: {
      INC: { actions: assign({ n: ({ context }) => (context.n + 1) % 3 }) },
      GO: { guard: and([({ context }) => context.n > 0, 'isHigh']), actions: 'go' as never },
    },
  });
  expect(testRequirementOf(explored(parts), 'guards')).toMatchObject({
    items: [
      '#parts:GO:0 guard true',
      '#parts:GO:0 guard false',
      '#parts:GO:0 isHigh true',
      '#parts:GO:0 isHigh false',
    ],
    infeasible: [],
  });
});

test('emitted events are effects, and a wildcard is sent as an event that the machine does not name', () => {
  const speaker = createMachine({
    id: 'speaker',
    on: {
      anyOther: { actions: emit({ type: 'named' }) },
      '*': { actions: emit({ type: 'other' }) },
    },
  });
  const found = explored(speaker);
  expect(found.edges.map(({ name, effects }) => [name, effects])).toEqual([
    ['anyOther', [{ name: 'emit named', params: { type: 'named' } }]],
    ['anyOther_', [{ name: 'emit other', params: { type: 'other' } }]],
  ]);
});

test('a history of parallel regions does not depend on the order of entry', () => {
  const recalled = createMachine({
    id: 'recalled',
    initial: 'on',
    states: {
      on: {
        type: 'parallel',
        on: { OFF: 'off' },
        states: {
          one: { initial: 'a', states: { a: { on: { X: 'b' } }, b: { on: { X: 'a' } } } },
          two: { initial: 'a', states: { a: { on: { Y: 'b' } }, b: { on: { Y: 'a' } } } },
          hist: { type: 'history', history: 'deep' },
        },
      },
      off: { on: { ON: 'on.hist' } },
    },
  });
  const found = explored(recalled);
  expect(found.configurations.length).toBeLessThan(30);
  expect(concreteWalks(found, plan(found, { criterion: 'samples' }).walks)).not.toEqual([]);
});

test('clock and random numbers are fixed while a machine runs', () => {
  const stamped = createMachine({
    id: 'stamped',
    context: { at: 0, written: '', since: 0, id: '', draw: 0, drawn: [] as number[] },
    initial: 'a',
    states: {
      a: {
        on: {
          GO: {
            target: 'b',
            actions: assign({
              at: () => new Date().getFullYear() + Date.now(),
              id: () => crypto.randomUUID(),
              written: () => Date(),
              since: () => performance.now(),
              draw: () => Math.random(),
              drawn: () => [...crypto.getRandomValues(new Uint32Array(2))],
            }),
          },
        },
      },
      b: { on: { GO: 'a' } },
    },
  });
  const found = explored(stamped);
  expect(found.configurations).toHaveLength(3);
  expect(concreteWalks(found, plan(found, { criterion: 'samples' }).walks)).not.toEqual([]);
  expect(Date.now()).toBeGreaterThan(found.scenario.epoch);
  expect(performance.now()).toBeLessThan(found.scenario.epoch);
});

test('the message about an unpredictable machine names the field of its context', () => {
  let calls = 0;
  const counted = createMachine({
    id: 'counted',
    context: { calls: 0 },
    initial: 'a',
    states: {
      a: { on: { GO: { target: 'b', actions: assign({ calls: () => ++calls }) } } },
      b: {},
    },
  });
  const found = explored(counted);
  expect(() => concreteWalks(found, plan(found, { criterion: 'samples' }).walks)).toThrow(
    '«GO» has another result than explored: context.calls in b',
  );
});

const circular: Record<string, unknown> = { name: 'circular' };
circular.self = circular;
const values: unknown[] = [
  ...[0, -0, 1, 1n, '1', Number.NaN, Number.POSITIVE_INFINITY, null, undefined, 'null', true],
  ...[{}, [], [undefined], [null], { a: undefined }, { a: null }, { a: 1, b: 2 }, { b: 2, a: 1 }],
  ...[new Set(), new Set([1]), new Set([1, 2]), new Set([2, 1]), new Map(), new Map([[1, 2]])],
  ...[new Map([[1, 3]]), new Date(0), new Date(1), /a/, /b/, new Error('a'), new Error('b')],
  ...[circular, { name: 'circular', self: {} }, new URL('http://a'), new URL('http://b')],
  ...[new Uint8Array([1]), new Uint8Array([2]), () => 1, () => 1, Symbol('a'), Symbol('a')],
];

test('two contexts have the same key exactly if they are deeply and strictly equal', () => {
  for (const one of values)
    for (const other of values)
      expect([one, other, canonicalJson(one) === canonicalJson(other)]).toEqual([
        one,
        other,
        isDeepStrictEqual(one, other),
      ]);
});

describe.each([false, true])('explored step by step: %s', (isStepwise) => {
  test.each([
    ['a set', new Set<string>(), (set: Set<string>, name: string) => new Set([...set, name])],
    ['a map', new Map(), (map: Map<string, 1>, name: string) => new Map([...map, [name, 1]])],
    ['a list', [], (list: string[], name: string) => [...new Set([...list, name])].toSorted()],
  ])('%s in the context distinguishes states', (_, chosen, add) => {
    const choose = (name: string) =>
      assign({ chosen: ({ context }) => add(context.chosen as never, name) as never });
    const machine = createMachine({
      id: 'chosen',
      context: { chosen: chosen as unknown },
      initial: 'choosing',
      states: {
        choosing: {
          on: {
            A: { actions: choose('a') as never },
            B: { actions: choose('b') as never },
            DONE: {
              guard: ({ context }) => [...(context.chosen as Iterable<string>)].length === 2,
              target: 'done',
            },
          },
        },
        done: {},
      },
    });
    const { scenario } = derivedScenario(machine);
    const found = explore({ ...scenario, isUniform: !isStepwise }, 50);
    expect(found.configurations).toHaveLength(5);
    expect([...found.taken]).toContain('choosing:DONE:0');
  });
});
