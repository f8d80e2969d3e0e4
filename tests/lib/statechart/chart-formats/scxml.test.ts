import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { scxml } from '#lib/statechart/chart-formats/scxml.ts';

const machine = createMachine({
  id: 'm',
  initial: 'a',
  states: {
    a: {
      initial: 'x',
      on: {
        down: '.y',
        deep: '.y.p',
        anew: { target: '.y', reenter: true },
        stay: 'a',
        again: { target: 'a', reenter: true },
        away: 'b',
      },
      states: { x: { on: { side: 'y' } }, y: { initial: 'p', states: { p: {} } } },
    },
    b: { on: { back: 'a.y.p' } },
  },
});

test('what leads into a state’s own inside does not leave it, unless it enters it again', () => {
  const document = scxml(machine, { title: 'T', purpose: 'P' });
  const arrows = [...document.matchAll(/<transition event="(\w+)"(.*?)\/?>/g)].map(
    ([, event, rest]) => [event, rest?.includes('target='), rest?.includes('type="internal"')],
  );
  expect(arrows).toEqual([
    ['down', true, true],
    ['deep', true, true],
    ['anew', true, false],
    ['stay', false, false],
    ['again', true, false],
    ['away', true, false],
    ['side', true, false],
    ['back', true, false],
  ]);
});
