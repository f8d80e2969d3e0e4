import { expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import { checkOnWalks } from '#lib/statechart/paths/check-on-walks.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import {
  checkProperties,
  type Property,
  type StatePattern,
  type StepPattern,
} from '#lib/statechart/paths/properties.ts';
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
const never = (step: StepPattern): Property => ({ ...named, kind: 'never', step });
const precededBy = (step: StepPattern, by: StepPattern): Property => ({
  ...named,
  kind: 'precededBy',
  step,
  by,
});
const exitBy = (by: StepPattern, from: StatePattern = {}): Property => ({
  ...named,
  kind: 'reachable',
  from,
  to: { tag: 'out' },
  by,
});
const leadsTo = (event: string, to: StepPattern): Property => ({
  ...named,
  kind: 'leadsTo',
  step: { events: [event] },
  to,
});
const check = (property: Property) => checkProperties(found, [property])[0];
const leave = { events: ['leave'] };
const ringless = { events: ['open'], not: [{ effects: ['ring'] }] };
const byAnyone = { sent: { by: { name: true } } } as const;

test.each<[string, Property, string[] | null]>([
  ['never, but it happens', never(leave), ['open by Ann', 'leave']],
  ['never, and it does not', never({ ...leave, from: { states: ['closed'] } }), null],
  ['a field of the event', never({ sent: { by: { name: ['Ann', 'Bob'] } } }), ['open by Ann']],
  ['a missing effect', never(ringless), ['open by Ann', 'open by Ann']],
  ['no exit before opening', precededBy({ to: { tag: 'out' } }, { events: ['open'] }), ['climb']],
  ['no leaving before opening', precededBy(leave, byAnyone), null],
  ['an exit exists, except from the locked state', exitBy({}), ['lock']],
  ['an exit by the open door', exitBy(leave, { states: ['ajar'] }), null],
  ['opening leads to leaving', leadsTo('open', leave), null],
  ['locking leads to leaving', leadsTo('lock', { any: [leave] }), ['lock']],
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
