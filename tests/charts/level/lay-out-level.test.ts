import { expect, test, vi } from 'vitest';
import { createMachine } from 'xstate';
import { layOutLevel } from '#charts/level/lay-out-level.ts';
import { USUAL } from '#charts/level/read-level.ts';
import type { ChartAsset } from '#charts/picture/use-chart.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';

const machine = createMachine({
  id: 'm',
  initial: 'a',
  states: {
    a: { initial: 'x', states: { x: {}, y: {} } },
    ab: { initial: 'z', states: { z: {} } },
  },
});
const chart = { machine: 'm', language: 'en', graph: machineGraph(machine) } as ChartAsset;

test('a folded state says how many states are in it, and not those of one with a longer name', async () => {
  const inside = vi.fn((count: number) => `${count} inside`);
  const options = { labels: {}, detail: USUAL, folds: ['a'], inside };
  const layout = await layOutLevel(chart, options as never);
  expect(inside.mock.calls).toEqual([[2]]);
  expect(JSON.stringify(layout)).toContain('2 inside');
});
