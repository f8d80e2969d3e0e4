import { expect, test } from 'vitest';
import { and, assign, raise, setup } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { derivedScenario } from '#lib/statechart/paths/derived-scenario.ts';
import { type Exploration, explore } from '#lib/statechart/paths/explore.ts';
import { concreteSpace } from '#lib/statechart/space/concrete-space.ts';

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

const text = ({ value, context }: { value: unknown; context: unknown }) =>
  JSON.stringify([value, context]);

/** Steps of the shortest way to a state, by the other engine. */
function shortestTo(found: Exploration, wanted: string): number {
  const distances = new Map([[0, 0]]);
  for (const [at, distance] of distances)
    for (const { to } of found.outgoing[at] ?? [])
      if (!distances.has(to)) distances.set(to, distance + 1);
  const index = found.configurations.findIndex(({ snapshot }) => text(snapshot) === wanted);
  return distances.get(index) ?? Number.NaN;
}

test('the states are those that xstate/graph finds, and XState is asked for fewer steps', () => {
  const space = concreteSpace(lamp, { events, limit: 1_000 });
  const theirs = Object.values(getAdjacencyMap(lamp, { events: [...events] }));
  const ours = Array.from({ length: space.states }, (_, index) => text(space.stateAt(index)));
  expect(ours.length).toBeGreaterThan(30);
  expect(ours.toSorted()).toEqual(theirs.map(({ state }) => text(state)).toSorted());
  expect(space.asked).toBeLessThan(space.steps / 2);
  expect(space.complete).toBe(true);
});

test('the transitions and the walks are those of the engine that plans paths', () => {
  const scenario = {
    ...derivedScenario(lamp).scenario,
    samples: () => events.map((event) => ({ name: event.type, event })),
  };
  const found = explore(scenario);
  const space = concreteSpace(lamp, { events, limit: 1_000 });
  expect(space.states).toBe(found.configurations.length);
  const taken = [...found.starts, ...found.edges].flatMap(({ transitions }) => transitions);
  expect([...space.taken].toSorted()).toEqual([...new Set(taken)].toSorted());
  for (let index = 0; index < space.states; index++) {
    expect(space.walkTo(index).length).toBe(shortestTo(found, text(space.stateAt(index))));
  }
});

test('a state that nothing leads out of is a dead end, one that is final is none', () => {
  const door = setup({}).createMachine({
    id: 'door',
    initial: 'open',
    states: {
      open: { on: { shut: 'jammed', leave: 'left' } },
      jammed: {},
      left: { type: 'final' },
    },
  });
  const space = concreteSpace(door, { events: [{ type: 'shut' }, { type: 'leave' }], limit: 9 });
  expect(space.deadEnds.map((index) => space.stateAt(index).value)).toEqual(['jammed']);
  expect(space.walkTo(space.deadEnds[0] ?? 0)).toEqual(['shut']);
});

test('a context without an end stops at the limit, and what is no assign is refused', () => {
  const endless = lamp.provide({ guards: { isRed: () => false, isBelow: () => true } });
  expect(concreteSpace(endless, { events, limit: 100 }).complete).toBe(false);
  const raising = setup({ actions: { again: raise({ type: 'up' }) } }).createMachine({
    id: 'raising',
    on: { up: { actions: 'again' } },
  });
  expect(() => concreteSpace(raising, { events: [{ type: 'up' }], limit: 9 })).toThrow(
    'xstate.raise',
  );
});

test('a guard that answers by more than its context is found out', () => {
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
  expect(() => concreteSpace(moody, { events: [{ type: 'go' }], limit: 99 })).toThrow(
    'does not answer by its context alone',
  );
});
