import { expect, test } from 'vitest';
import { matches } from '#charts/picture/places.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';

const lines = (...texts: string[]) => texts.map((text) => ({ text }));
const layout = {
  states: [
    { id: 'qualification.submitted', lines: lines('Submitted', 'code 0') },
    { id: 'approved', lines: lines('Review passed') },
  ],
  arrows: [
    { transitions: ['a:refuse:0'], label: { lines: [] }, rail: 'refused' },
    { transitions: ['b:pass:0', 'b:pass:1'], label: { lines: lines('Passed', 'by a reviewer') } },
  ],
  rails: [{ id: 'refused', lines: lines('Application refused') }],
} as unknown as ChartLayout;

test.each([
  ['submitted', ['qualification.submitted']],
  [' CODE 0 ', ['qualification.submitted']],
  ['pass', ['approved', 'b:pass:0', 'b:pass:1']],
  ['by a rev', ['b:pass:0', 'b:pass:1']],
  ['application ref', ['a:refuse:0']],
  ['b:pass:1', ['b:pass:1']],
  ['nowhere', []],
])('of %j are found %j', (sought, found) => {
  expect([...(matches(layout, sought) ?? [])]).toEqual(found);
});

test('where nothing is sought, nothing is marked', () => {
  expect(matches(layout, '  ')).toBeNull();
});
