import { expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import { checkOnWalks } from '#lib/statechart/paths/check-on-walks.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { checkProperties, type Property } from '#lib/statechart/paths/properties.ts';
import { scenario } from '#lib/statechart/paths/scenario.ts';

/** A gauge that runs over at the fifth turn, which its abstraction does not see. */
const gauge = setup({
  types: {
    context: {} as { turns: number },
    events: {} as { type: 'turn' | 'look' | 'drain' },
  },
  guards: { isFull: ({ context }) => context.turns >= 4 },
  actions: { add: assign({ turns: ({ context }) => context.turns + 1 }) },
}).createMachine({
  id: 'gauge',
  context: { turns: 0 },
  initial: 'filling',
  states: {
    filling: {
      on: {
        turn: [{ guard: 'isFull', target: 'over' }, { actions: 'add' }],
        look: {},
      },
    },
    over: { on: { drain: 'empty' } },
    empty: { type: 'final' },
  },
});
const turning = scenario<typeof gauge>({
  machine: gauge,
  starts: [
    { name: 'a gauge', input: undefined },
    { name: 'another', input: undefined },
  ],
  epoch: 0,
  samples: () => [
    { name: 'turn', event: { type: 'turn' } },
    { name: 'look', event: { type: 'look' } },
    { name: 'drain', event: { type: 'drain' } },
  ],
  abstract: () => null,
});
const wanted = { seed: 1, walks: 20, length: 40 };
const own = { name: 'own', source: 'here' };
const overflow: Property = { ...own, kind: 'never', step: { to: { states: ['over'] } } };

test('a walk breaks what the whole space, told apart too coarsely, does not; shrunk to what it needs', async () => {
  expect(checkProperties(explore(turning), [overflow])[0]?.breach).toBeNull();
  const [checked] = await checkOnWalks(turning, [overflow], wanted);
  expect(checked?.breach).toEqual({
    start: expect.stringMatching(/^(a gauge|another)$/),
    steps: ['turn', 'turn', 'turn', 'turn', 'turn'],
    state: 'over',
  });
});

test('what has to come before is seen on the way', async () => {
  const step = { events: ['drain'] };
  const [turned, looked] = await checkOnWalks(
    turning,
    [
      { ...own, kind: 'precededBy', step, by: { events: ['turn'] } },
      { ...own, kind: 'precededBy', step, by: { events: ['look'] } },
    ],
    { ...wanted, walks: 200 },
  );
  expect(turned).toMatchObject({ breach: null });
  expect(turned?.instances).toBeGreaterThan(100);
  expect(looked?.breach?.steps).toEqual(['turn', 'turn', 'turn', 'turn', 'turn', 'drain']);
});

test('a property is asked of the starts that it names alone', async () => {
  const [checked] = await checkOnWalks(turning, [{ ...overflow, starts: ['another'] }], wanted);
  expect(checked?.breach?.start).toBe('another');
});

test('what no walk can break is left out, and the same seed says the same', async () => {
  const properties: Property[] = [
    { ...own, kind: 'reachable', to: { states: ['empty'] }, by: {} },
    { ...own, kind: 'leadsTo', step: {}, to: { events: ['drain'] } },
    { ...own, kind: 'never', step: { events: ['drain'], from: { states: ['filling'] } } },
  ];
  const checks = await checkOnWalks(turning, properties, wanted);
  expect(checks.map(({ property }) => property.kind)).toEqual(['never']);
  expect(checks[0]).toMatchObject({ breach: null });
  expect(await checkOnWalks(turning, properties, wanted)).toEqual(checks);
});
