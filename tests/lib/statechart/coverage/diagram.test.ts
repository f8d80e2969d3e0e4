import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { coverageDiagram } from '#lib/statechart/coverage/coverage-report.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';

const graph = machineGraph(
  createMachine({
    id: 'm',
    initial: 'a',
    states: { a: { on: { go: 'b', fly: 'b', swim: 'b' } }, b: {} },
  }),
);

test('an arrow is the wider the more often it was taken, tenfold by one step', async () => {
  const transitions = { 'a:go:0': 1, 'a:fly:0': 100 };
  const visits = { states: { a: 1, b: 101 }, transitions };
  const svg = await coverageDiagram({ machine: 'm', graph, visits } as never);
  const widths = [...svg.matchAll(/stroke-width[=:]"?([\d.]+)/g)].map(([, width]) => Number(width));
  expect(widths).toEqual(expect.arrayContaining([1.4, 3.4]));
  for (const count of [0, 1, 100]) expect(svg).toContain(`×${count}`);
});
