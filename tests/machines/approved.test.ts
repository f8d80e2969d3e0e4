import { expect, test } from 'vitest';
import { behaviourText } from '#lib/statechart/paths/behaviour.ts';
import { abstractionDifferences } from '#lib/statechart/paths/check-abstraction.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { scenarios } from '#machines/scenarios.ts';

/*
 * The approved texts are the agreed behaviour of the machines. After an intended change, `vitest
 * -u` rewrites them, and the difference is reviewed.
 */
test.each(Object.entries(scenarios))(
  'the behaviour of %s is as approved',
  async (name, scenario) => {
    const found = explore(scenario);
    expect(found.complete).toBe(true);
    await expect(behaviourText(found)).toMatchFileSnapshot(`approved/${name}.txt`);
  },
);

test.each(Object.entries(scenarios))(
  'snapshots of %s that are treated as equal behave alike',
  (_, scenario) => {
    const { compared, differences } = abstractionDifferences(explore(scenario));
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(5);
  },
);
