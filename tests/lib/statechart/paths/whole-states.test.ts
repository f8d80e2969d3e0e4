import { expect, test } from 'vitest';
import { and, assign, raise, setup } from 'xstate';
import { derivedScenario } from '#lib/statechart/paths/derived-scenario.ts';
import { type Exploration, explore, exploreWhole } from '#lib/statechart/paths/explore.ts';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { abstractionKey } from '#lib/statechart/paths/timed-snapshot.ts';
import { WholeStates } from '#lib/statechart/paths/whole-states.ts';

interface Lamp {
  level: number;
  colour: 'red' | 'blue';
  seen: readonly string[];
}

const lamp = setup({
  types: {
    context: {} as Lamp,
    events: {} as { type: 'up' } | { type: 'paint'; colour: Lamp['colour'] } | { type: 'toggle' },
  },
  guards: {
    isBelow: ({ context }, params: { most: number }) => context.level < params.most,
    isRed: ({ context }) => context.colour === 'red',
  },
  actions: {
    raiseLevel: assign({ level: ({ context }) => context.level + 1 }),
    double: assign({ level: ({ context }) => (context.level * 2) % 8 }),
    paint: assign({ colour: (_, params: { colour: Lamp['colour'] }) => params.colour }),
    remember: assign({ seen: ({ context }) => [...context.seen, context.colour].slice(-2) }),
  },
}).createMachine({
  id: 'lamp',
  context: { level: 0, colour: 'red', seen: [] },
  initial: 'off',
  states: {
    off: { on: { toggle: { target: 'on', actions: ['raiseLevel', 'double', 'remember'] } } },
    on: {
      always: {
        guard: and(['isRed', ({ context }) => context.level > 6]),
        target: 'off',
        actions: assign({ level: 0 }),
      },
      on: {
        toggle: 'off',
        up: {
          guard: {
            type: 'isBelow',
            params: ({ context }) => ({ most: context.colour === 'red' ? 9 : 4 }),
          },
          actions: 'raiseLevel',
        },
        paint: { actions: { type: 'paint', params: ({ event }) => ({ colour: event.colour }) } },
      },
    },
  },
});
const events = [
  { type: 'up' },
  { type: 'toggle' },
  { type: 'paint', colour: 'red' },
  { type: 'paint', colour: 'blue' },
] as const;

const lampScenario: Scenario = {
  ...derivedScenario(lamp).scenario,
  samples: () => events.map((event) => ({ name: event.type, event })),
};
/** Same scenario without reuse of steps. */
const stepByStep = { ...lampScenario, isUniform: false };

const text = ({ value, context }: { value: unknown; context: unknown }) =>
  JSON.stringify([value, context]);

/** Length of a shortest path to a configuration. */
function shortestTo(found: Exploration, index: number): number {
  const distances = new Map([[0, 0]]);
  for (const [at, distance] of distances)
    for (const { to } of found.outgoing[at] ?? [])
      if (!distances.has(to)) distances.set(to, distance + 1);
  return distances.get(index) ?? Number.NaN;
}

test('states, steps and walks are the same as when XState computes every step, with half the steps', () => {
  const [ours, theirs] = [exploreWhole(lampScenario, 1_000), explore(stepByStep)];
  const plain = ({ configurations, edges, taken, entered, deadEnds }: typeof ours) => ({
    states: configurations.map((each) => abstractionKey(lampScenario, each)),
    edges: edges.map(({ from, to, name, transitions, decisions, effects, result }) =>
      JSON.stringify([from, to, name, transitions, decisions, effects, text(result.snapshot)]),
    ),
    taken: [...taken],
    entered: [...entered].toSorted(),
    deadEnds,
  });
  expect(plain(ours)).toEqual(plain(theirs));
  for (let index = 0; index < ours.states.count; index++)
    expect(ours.walkTo(index).length).toBe(shortestTo(theirs, index));
  expect(ours.states.count).toBeGreaterThan(30);
  expect((ours.states as WholeStates).computedSteps).toBeLessThan(ours.steps / 2);
  expect(ours.complete).toBe(true);
});

test('a state without exit is a dead end, unless it is final', () => {
  const door = setup({}).createMachine({
    id: 'door',
    initial: 'open',
    states: {
      open: { on: { shut: 'jammed', leave: 'left' } },
      jammed: {},
      left: { type: 'final' },
    },
  });
  const found = explore(derivedScenario(door).scenario);
  expect(found.states).toBeInstanceOf(WholeStates);
  expect(found.deadEnds.map((index) => found.configurations[index]?.state)).toEqual(['jammed']);
  expect(found.walkTo(found.deadEnds[0] ?? 0)).toEqual(['shut']);
});

test('an infinite context stops at the limit; other actions than assign are left to XState', () => {
  const endless = lamp.provide({ guards: { isRed: () => false, isBelow: () => true } });
  expect(exploreWhole({ ...lampScenario, machine: endless }, 100).complete).toBe(false);
  const raising = setup({ actions: { again: raise({ type: 'up' }) } }).createMachine({
    id: 'raising',
    on: { go: { actions: 'again' }, up: { actions: () => {} } },
  });
  const { scenario } = derivedScenario(raising);
  expect(() => exploreWhole(scenario, 9)).toThrow('xstate.raise');
  expect([...explore(scenario).taken]).toEqual(['#raising:go:0', '#raising:up:0']);
});

test('an event for which the machine throws is recorded and skipped', () => {
  const brittle = setup({
    types: { context: {} as { left: number } },
    actions: {
      use: assign({
        left: ({ context }) => {
          if (context.left === 0) throw new Error('nothing is left');
          return context.left - 1;
        },
      }),
    },
  }).createMachine({ id: 'brittle', context: { left: 2 }, on: { use: { actions: 'use' } } });
  const { scenario, unexplored } = derivedScenario(brittle);
  const found = exploreWhole(scenario, 9);
  expect(found.edges.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(unexplored(found).map(({ reason }) => reason)).toContain('it throws: nothing is left');
});

test('a guard that depends on more than its context is detected', () => {
  let calls = 0;
  const moody = setup({
    types: { context: {} as { a: number; b: number } },
    guards: {
      isMoody: ({ context }) => (calls++ % 2 === 0 ? context.a >= 0 : context.b >= 0),
    },
    actions: {
      next: assign({
        a: ({ context }) => (context.a + 1) % 5,
        b: ({ context }) => (context.b + 1) % 3,
      }),
    },
  }).createMachine({
    id: 'moody',
    context: { a: 0, b: 0 },
    on: { go: { guard: 'isMoody', actions: 'next' } },
  });
  const { scenario } = derivedScenario(moody);
  expect(() => exploreWhole(scenario, 99)).toThrow('must depend on the context alone');
});
