import { describe, expect, test } from 'vitest';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { criteria } from '#lib/statechart/paths/criteria.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { plan, planKinds } from '#lib/statechart/paths/plan.ts';
import { scenarios } from '#machines/scenarios.ts';

describe.each(Object.entries(scenarios))('%s', (_, scenario) => {
  test('the graph is plain data with unique ids', () => {
    const read = machineGraph(scenario.machine);
    expect(JSON.parse(JSON.stringify(read))).toEqual(read);
    const ids = read.transitions.map((transition) => transition.id);
    expect(new Set(ids).size).toBe(ids.length);
    const states = new Set(read.states.map((state) => state.id));
    for (const { source, targets } of read.transitions)
      for (const state of [source, ...targets]) expect(states).toContain(state);
  });

  const explored = [explore(scenario), explore(scenario)];
  test.each(criteria)('%s is the same for the same seed', (criterion) => {
    for (const kind of planKinds) {
      const wanted = { criterion, plan: kind, limit: 200, seed: 3 };
      const [one, other] = explored.map((each) => {
        const { walks, ...rest } = plan(each, wanted);
        return JSON.stringify([
          rest,
          walks.map(({ start, edges }) => [start, edges.map(({ name }) => name)]),
        ]);
      });
      expect(one).toBe(other);
    }
  });
});
