import { describe, expect, test } from 'vitest';
import { changesOf, readExport } from '#charts/compare/changes.ts';
import type { ChartExport } from '#lib/statechart/chart-formats/json.ts';
import { json } from '#lib/statechart/chart-formats/json.ts';
import { catalogueChart } from '#tools/charts/chart.ts';

const text = json(await catalogueChart('report', 'en'));
const report = () => JSON.parse(text) as ChartExport;

/** The report's machine, changed. */
function changed(change: (graph: ChartExport['graph']) => void): ChartExport {
  const version = report();
  change(version.graph);
  return version;
}

describe('between two versions', () => {
  test('that are alike there is nothing', () => {
    expect(changesOf(report(), report())).toEqual({ added: [], removed: [], changed: [] });
  });

  test('a state and its transitions are added, or removed the other way round', () => {
    const without = changed((graph) => {
      graph.states = graph.states.filter(({ id }) => id !== 'expired');
      graph.transitions = graph.transitions.filter(
        ({ source, targets }) => source !== 'expired' && !targets.includes('expired'),
      );
    });
    const gone = ['expired', 'delivered:retention.passed:0', 'expired:report.regenerate:0'];
    const { added, removed, changed: others } = changesOf(without, report());
    expect([added.sort(), removed, others]).toEqual([gone.sort(), [], []]);
    expect(changesOf(report(), without).removed.sort()).toEqual(gone.sort());
  });

  test.each<[string, (graph: ChartExport['graph']) => void, string]>([
    [
      'another target',
      ({ transitions }) => {
        const one = transitions.find(({ id }) => id === 'generating:generation.failed:0');
        if (one) one.targets = ['expired'];
      },
      'generating:generation.failed:0',
    ],
    [
      'no guard any more',
      ({ transitions }) => {
        const one = transitions.find(({ id }) => id === 'delivered:retention.passed:0');
        if (one) one.guard = null;
      },
      'delivered:retention.passed:0',
    ],
    [
      'another tag',
      ({ states }) => {
        states.find(({ id }) => id === 'failed')?.tags.push('new');
      },
      'failed',
    ],
  ])('what has %s is changed', (_, change, id) => {
    const newer = changed(change);
    expect(changesOf(report(), newer)).toEqual({ added: [], removed: [], changed: [id] });
  });

  test('a move in the picture alone is no change', () => {
    const moved = report();
    for (const state of moved.layout.states) state.x += 40;
    expect(changesOf(report(), moved)).toEqual({ added: [], removed: [], changed: [] });
  });
});

describe('an export', () => {
  test('is read as it was written', () => expect(readExport(text)).toEqual(report()));

  test.each<[string, string]>([
    ['no JSON', '<svg/>'],
    ['nothing', 'null'],
    ['of another format', JSON.stringify({ ...report(), format: 'scxml' })],
    ['of a version to come', JSON.stringify({ ...report(), version: 2 })],
    ['without a graph', JSON.stringify({ ...report(), graph: {} })],
    ['without a picture', JSON.stringify({ ...report(), layout: { states: [] } })],
    [
      'with a picture that cannot be drawn',
      JSON.stringify({ ...report(), layout: { ...report().layout, arrows: [null] } }),
    ],
  ])('%s is refused', (_, given) => expect(readExport(given)).toBeNull());
});
