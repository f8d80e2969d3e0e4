import { expect, test } from 'vitest';
import { and, assign, raise, setup } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { spaceDifferences } from '#lib/statechart/tables/check-space.ts';
import { compileSpace } from '#lib/statechart/tables/compile.ts';

interface Lamp {
  level: number;
  colour: 'red' | 'blue';
  history: readonly string[];
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
    double: assign({ level: ({ context }) => context.level * 2 }),
    paint: assign({ colour: (_, params: { colour: Lamp['colour'] }) => params.colour }),
    remember: assign({
      history: ({ context }) => [...context.history, context.colour].slice(-2),
    }),
  },
}).createMachine({
  id: 'lamp',
  context: { level: 0, colour: 'red', history: [] },
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
// Off doubles the level without end; as many states as this are enough.
const bounded = lamp.provide({
  actions: { double: assign({ level: ({ context }) => (context.level * 2) % 8 }) },
});

interface Shown {
  value: unknown;
  context: unknown;
}

test('tables hold the states and steps that xstate/graph finds', () => {
  const space = compileSpace(bounded, { events, limit: 1_000 });
  const adjacency = Object.values(getAdjacencyMap(bounded, { events: [...events] })) as {
    state: Shown;
    transitions: Record<string, { state: Shown }>;
  }[];
  const text = (state: Shown) => JSON.stringify([state.value, state.context]);
  const theirs = adjacency.map(({ state, transitions }) =>
    [state, ...Object.values(transitions).map((each) => each.state)].map(text),
  );
  const ours = Array.from({ length: space.states }, (_, state) => [
    text(space.stateAt(state)),
    ...events.map((_event, event) =>
      text(space.stateAt(space.targets[state * events.length + event] ?? -1)),
    ),
  ]);
  expect(space.states).toBeGreaterThan(30);
  expect(ours.toSorted()).toEqual(theirs.toSorted());
});

test('XState is asked less often than there are steps, and drawn steps agree with it', () => {
  const space = compileSpace(bounded, { events, limit: 1_000 });
  expect(space.asked).toBeLessThan(space.targets.length);
  expect(spaceDifferences(bounded, space, { seed: 7, steps: 500 })).toEqual([]);
});

test('a table with a wrong entry is found out', () => {
  const space = compileSpace(bounded, { events, limit: 1_000 });
  space.targets.fill(0);
  expect(spaceDifferences(bounded, space, { seed: 7, steps: 500 }).length).toBeGreaterThan(100);
});

test('a context without end, and what is no assign, are refused', () => {
  const endless = lamp.provide({
    guards: { isRed: () => false, isBelow: () => true },
  });
  expect(() => compileSpace(endless, { events, limit: 100 })).toThrow('more than 100 states');
  const raising = setup({ actions: { again: raise({ type: 'up' }) } }).createMachine({
    id: 'raising',
    on: { up: { actions: 'again' } },
  });
  expect(() => compileSpace(raising, { events: [{ type: 'up' }], limit: 9 })).toThrow(
    'xstate.raise cannot be compiled',
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
  expect(() => compileSpace(moody, { events: [{ type: 'go' }], limit: 99 })).toThrow(
    'does not answer by its context alone',
  );
});
