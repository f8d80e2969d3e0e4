import { expect, test } from 'vitest';
import { and, not, or, setup, stateIn } from 'xstate';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { guardLeaves, guardText } from '#lib/statechart/graph/guard.ts';
import { safeScenario } from '../safe.ts';

const machine = setup({
  guards: {
    isWarm: () => true,
    isDry: () => true,
    isSunday: () => true,
    isFine: and(['isWarm', 'isDry']),
  },
  actions: { ring: () => {} },
  delays: { nap: 500 },
}).createMachine({
  id: 'day',
  type: 'parallel',
  states: {
    bed: {
      initial: 'asleep',
      states: {
        asleep: {
          entry: 'ring',
          after: { nap: 'awake', 1000: { guard: 'isDry', target: 'awake' } },
        },
        awake: {
          meta: { code: 7 },
          tags: ['up'],
          on: {
            go: [
              { guard: and(['isFine', or(['isSunday', not('isDry')])]), target: 'out' },
              { guard: stateIn('#door'), target: 'asleep' },
            ],
          },
        },
        out: { type: 'final' },
      },
      onDone: { actions: 'ring' },
    },
    door: { id: 'door', on: { knock: {} } },
  },
});
const graph = machineGraph(machine);
const found = (id: string) => {
  const transition = graph.transitions.find((each) => each.id === id);
  if (!transition) throw new Error(`No transition ${id}`);
  return transition;
};

test('every declared transition has an id of source, event and candidate', () => {
  expect(graph.transitions.map((each) => each.id)).toEqual([
    'bed:initial:0',
    'bed:done:0',
    'bed.asleep:after.1000:0',
    'bed.asleep:after.nap:0',
    'bed.awake:go:0',
    'bed.awake:go:1',
    'door:knock:0',
  ]);
});

test('a guard is parsed to its leaves and written with and without names of composites', () => {
  const { guard } = found('bed.awake:go:0');
  expect(guard && guardText(guard)).toBe('isFine and (isSunday or not isDry)');
  expect(guard && guardText(guard, true)).toBe('isWarm and isDry and (isSunday or not isDry)');
  expect(guard && guardLeaves(guard)).toEqual(['isWarm', 'isDry', 'isSunday']);
});

test('a guard is parsed even if a minifier renamed its functions', () => {
  const renamed = <T extends object>(guard: T) =>
    Object.defineProperty(guard, 'name', { value: 't' });
  const isFine = renamed(and(['isWarm', renamed(or(['isDry', renamed(not('isSunday'))]))]));
  const minified = setup({
    guards: { isWarm: () => true, isDry: () => true, isSunday: () => true },
  }).createMachine({ on: { go: { guard: isFine } } });
  const guard = machineGraph(minified).transitions.find(({ event }) => event === 'go')?.guard;
  expect(guard && guardText(guard)).toBe('isWarm and (isDry or not isSunday)');
});

test('delays have name and length, and timers added by XState are not actions', () => {
  expect(found('bed.asleep:after.nap:0')).toMatchObject({
    kind: 'after',
    label: 'after nap',
    delay: { name: 'nap', ms: 500 },
    targets: ['bed.awake'],
  });
  const asleep = graph.states.find((state) => state.id === 'bed.asleep');
  expect(asleep).toMatchObject({ entry: [{ name: 'ring', kind: 'effect' }], exit: [] });
});

test('states keep type, tags and meta', () => {
  const awake = graph.states.find((state) => state.id === 'bed.awake');
  expect(awake).toMatchObject({
    type: 'atomic',
    tags: ['up'],
    meta: { code: 7 },
    parent: 'bed',
  });
  expect(graph.states[0]).toMatchObject({ id: '#day', type: 'parallel', parent: null });
});

test('a graph is plain data with unique ids and references only its own states', () => {
  const read = machineGraph(safeScenario.machine);
  expect(JSON.parse(JSON.stringify(read))).toEqual(read);
  const ids = read.transitions.map((transition) => transition.id);
  expect(new Set(ids).size).toBe(ids.length);
  const states = new Set(read.states.map((state) => state.id));
  for (const { source, targets } of read.transitions)
    for (const state of [source, ...targets]) expect(states).toContain(state);
});
