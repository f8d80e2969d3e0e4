import { expect, test } from 'vitest';
import { setup } from 'xstate';
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
