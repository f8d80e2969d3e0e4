import { renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { USUAL } from '#charts/level/read-level.ts';
import { useLayout } from '#charts/level/use-layout.ts';
import type { ChartAsset } from '#charts/picture/use-chart.ts';

vi.mock('#charts/level/lay-out-level.ts', () => ({
  layOutLevel: async (_: unknown, { folds }: { folds: string[] }) => `without ${folds}`,
}));

const chart = { machine: 'm', language: 'en', layout: 'as built' } as unknown as ChartAsset;

test('until another level is laid out, the picture stays as it was', async () => {
  const { result, rerender } = renderHook(
    ({ folds }: { folds: string[] }) => useLayout(chart, {} as never, { detail: USUAL, folds }),
    { initialProps: { folds: [] as string[] } },
  );
  const shown = () => [result.current.layout, result.current.isPending];
  expect(shown()).toEqual(['as built', false]);
  rerender({ folds: ['a'] });
  expect(shown()).toEqual(['as built', true]);
  await waitFor(() => expect(shown()).toEqual(['without a', false]));
  rerender({ folds: [] });
  expect(shown()).toEqual(['as built', false]);
  rerender({ folds: ['b'] });
  expect(shown()).toEqual(['as built', true]);
  await waitFor(() => expect(shown()).toEqual(['without b', false]));
});
