import { expect, test } from 'vitest';
import { testRequirementOf } from '#lib/statechart/paths/criteria.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { lowerBoundOf, plan } from '#lib/statechart/paths/plan.ts';
import { shortestTour } from '#lib/statechart/paths/shortest-tour.ts';
import { scenarios } from '#machines/scenarios.ts';

/** Of these three the bound is below what can be done, or nobody has tried all. */
const LOOSE: Readonly<Record<string, number>> = {
  login: 1.08,
  upload: 1.08,
  'second-factor': 1.09,
};

test.each(Object.entries(scenarios))(
  '%s: a tour of all transitions is hardly longer than its lower bound',
  (name, scenario) => {
    const found = explore(scenario);
    const { walks, uncovered } = plan(found, { criterion: 'transitions' });
    const bound = lowerBoundOf(found, { criterion: 'transitions' });
    const steps = walks.reduce((sum, { edges }) => sum + edges.length, 0);
    expect(uncovered).toEqual([]);
    const ratio = (steps + walks.length - 1) / ((bound?.steps ?? 0) + (bound?.resets ?? 0));
    expect(ratio).toBeLessThanOrEqual(LOOSE[name] ?? 1.05);
  },
);

test.each(['login', 'upload', 'upload-queue'])('%s: no tour is shorter', (name) => {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`${name} has no scenario`);
  const found = explore(scenario);
  const { walks } = plan(found, { criterion: 'transitions' });
  const shortest = shortestTour(testRequirementOf(found, 'transitions')) ?? [];
  // Each of these walks has the start as an edge, too.
  const cost = (lengths: number[]) => lengths.reduce((sum, length) => sum + length + 2, 0);
  expect(cost(walks.map(({ edges }) => edges.length))).toBe(
    cost(shortest.map((edges) => edges.length - 1)),
  );
});
