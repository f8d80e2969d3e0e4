import { expect, test } from 'vitest';
import { setup } from 'xstate';
import { explore } from '#lib/statechart/paths/explore.ts';
import { checkProperties, type Property } from '#lib/statechart/paths/properties.ts';
import { scenario } from '#lib/statechart/paths/scenario.ts';

/** A door that may be left by a window, and in which one can be locked up. */
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

test('a property about nothing says so', () => {
  const step = { events: ['fly'] };
  expect(check({ ...named, kind: 'precededBy', step, by: step })).toMatchObject({
    breach: null,
    instances: 0,
  });
});

test('a property about a start that there is not is an error', () => {
  const step = { events: ['open'] };
  expect(() => check({ ...named, kind: 'never', step, starts: ['a window'] })).toThrow(
    'the scenario has no start «a window»',
  );
});
