import { expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import { checkOnWalks } from '#lib/statechart/paths/check-on-walks.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { checkProperties, type Property } from '#lib/statechart/paths/properties.ts';
import { scenario } from '#lib/statechart/paths/scenario.ts';

/** A door with a window as second exit, and a state without exit. */
const door = setup({
  types: { events: {} as { type: 'open' | 'leave' | 'climb' | 'lock'; by?: { name: string } } },
  actions: { ring: () => {} },
}).createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    closed: { on: { open: { target: 'ajar', actions: 'ring' }, climb: 'outside', lock: 'locked' } },
    ajar: { on: { leave: 'outside', open: 'ajar' } },
    locked: { on: { lock: 'locked' } },
    outside: { type: 'final', tags: 'out' },
  },
});
const found = explore(
  scenario<typeof door>({
    machine: door,
    starts: [{ name: 'a door', input: undefined }],
    epoch: 0,
    samples: () => [
      { name: 'open by Ann', event: { type: 'open', by: { name: 'Ann' } } },
      { name: 'leave', event: { type: 'leave' } },
      { name: 'climb', event: { type: 'climb' } },
      { name: 'lock', event: { type: 'lock' } },
    ],
    abstract: () => null,
  }),
);
const named = { name: 'a property', source: 'here' };
const check = (property: Property) => checkProperties(found, [property])[0];

test.each<[string, Property, string[] | null]>([
  [
    'never, and it happens',
    { ...named, kind: 'never', step: { events: ['leave'] } },
    ['open by Ann', 'leave'],
  ],
  [
    'never, and it does not',
    { ...named, kind: 'never', step: { events: ['leave'], from: { states: ['closed'] } } },
    null,
  ],
  [
    'a field of the event',
    { ...named, kind: 'never', step: { sent: { by: { name: ['Ann', 'Bob'] } } } },
    ['open by Ann'],
  ],
  [
    'an effect that some step lacks',
    { ...named, kind: 'never', step: { events: ['open'], not: [{ effects: ['ring'] }] } },
    ['open by Ann', 'open by Ann'],
  ],
  [
    'nobody is outside without having opened: by the window',
    { ...named, kind: 'precededBy', step: { to: { tag: 'out' } }, by: { events: ['open'] } },
    ['climb'],
  ],
  [
    'nobody leaves without having opened',
    {
      ...named,
      kind: 'precededBy',
      step: { events: ['leave'] },
      by: { sent: { by: { name: true } } },
    },
    null,
  ],
  [
    'the way out is there: but for who is locked up',
    { ...named, kind: 'reachable', to: { tag: 'out' }, by: {} },
    ['lock'],
  ],
  [
    'the way out by the door alone, from where it is ajar',
    {
      ...named,
      kind: 'reachable',
      from: { states: ['ajar'] },
      to: { tag: 'out' },
      by: { events: ['leave'] },
    },
    null,
  ],
  [
    'who opens leaves at last',
    { ...named, kind: 'leadsTo', step: { events: ['open'] }, to: { events: ['leave'] } },
    null,
  ],
  [
    'who locks leaves at last',
    { ...named, kind: 'leadsTo', step: { events: ['lock'] }, to: { any: [{ events: ['leave'] }] } },
    ['lock'],
  ],
])('%s', (_, property, steps) => {
  const { breach, instances } = check(property) ?? {};
  expect(breach?.steps ?? null).toEqual(steps);
  if (breach) expect(breach.start).toBe('a door');
  if (steps === null && property.kind !== 'never') expect(instances).toBeGreaterThan(0);
});

test('a property that holds vacuously has no instances', () => {
  const step = { events: ['fly'] };
  expect(check({ ...named, kind: 'precededBy', step, by: step })).toMatchObject({
    breach: null,
    instances: 0,
  });
});

test('a property about an unknown start is an error', () => {
  const step = { events: ['open'] };
  expect(() => check({ ...named, kind: 'never', step, starts: ['a window'] })).toThrow(
    'the scenario has no start «a window»',
  );
});

/** A gauge that overflows at the fifth turn, which its abstraction hides. */
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

test('a walk violates a property that a too coarse abstraction hides, and is shortened', async () => {
  expect(checkProperties(explore(turning), [overflow])[0]?.breach).toBeNull();
  const [checked] = await checkOnWalks(turning, [overflow], wanted);
  expect(checked?.breach).toEqual({
    start: expect.stringMatching(/^(a gauge|another)$/),
    steps: ['turn', 'turn', 'turn', 'turn', 'turn'],
    state: 'over',
  });
});

test('required earlier steps are found on the walk', async () => {
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

test('a property applies only to the starts that it names', async () => {
  const [checked] = await checkOnWalks(turning, [{ ...overflow, starts: ['another'] }], wanted);
  expect(checked?.breach?.start).toBe('another');
});

test('properties that a walk cannot violate are skipped, and equal seeds give equal results', async () => {
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
