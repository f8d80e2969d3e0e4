import { i18n } from '@lingui/core';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { USUAL, useLayout } from '#charts/level/use-layout.ts';
import type { ChartAsset } from '#charts/picture/use-chart.ts';
import { plainLabels } from '#lib/statechart/drawing/chart-labels.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';

const machine = createMachine({
  id: 'm',
  initial: 'a',
  states: {
    a: { initial: 'x', states: { x: {}, y: {} } },
    ab: { initial: 'z', states: { z: {} } },
  },
});
const chart = {
  machine: 'm',
  language: 'en',
  graph: machineGraph(machine),
  layout: 'as built',
} as unknown as ChartAsset;

test('the picture stays until another level is laid out; a folded state counts its states', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const { result, rerender } = renderHook(
    ({ folds }: { folds: string[] }) => useLayout(chart, plainLabels, { detail: USUAL, folds }),
    { initialProps: { folds: [] as string[] } },
  );
  const isAsBuilt = () => (result.current.layout as unknown) === 'as built';
  for (const [folds, inside] of [
    [['a'], '2 states inside'],
    [['ab'], '1 state inside'],
  ] as const) {
    rerender({ folds: [] });
    expect([isAsBuilt(), result.current.isPending]).toEqual([true, false]);
    rerender({ folds: [...folds] });
    expect([isAsBuilt(), result.current.isPending]).toEqual([true, true]);
    await waitFor(() => expect(result.current.isPending).toBe(false));
    const notes = result.current.layout.states.flatMap(({ lines }) =>
      lines.flatMap(({ kind, text }) => (kind === 'note' ? text : [])),
    );
    expect(notes).toEqual([inside]);
  }
});
