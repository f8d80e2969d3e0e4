import { expect, test } from 'vitest';
import { explore } from '#lib/statechart/paths/explore.ts';
import { lowerBoundOf, plan } from '#lib/statechart/paths/plan.ts';
import { scenarios } from '#machines/scenarios.ts';

test.each(Object.entries(scenarios))(
  '%s: a tour of all transitions is proven the shortest, or hardly longer than its lower bound',
  (_, scenario) => {
    const found = explore(scenario);
    const { walks, uncovered, isShortest } = plan(found, { criterion: 'transitions' });
    const bound = lowerBoundOf(found, { criterion: 'transitions' });
    const steps = walks.reduce((sum, { edges }) => sum + edges.length, 0);
    expect(uncovered).toEqual([]);
    const ratio = (steps + walks.length - 1) / ((bound?.steps ?? 0) + (bound?.resets ?? 0));
    expect(isShortest ? 1 : ratio).toBeLessThanOrEqual(1.05);
    expect(ratio).toBeGreaterThanOrEqual(1);
  },
);
