import { expect, test } from 'vitest';
import { abstractionDifferences } from '#machines/paths/abstraction.ts';
import { behaviourText } from '#machines/paths/behaviour.ts';
import { explore } from '#machines/paths/explore.ts';
import { scenarios } from '#machines/paths/scenarios.ts';

/*
 * The approved texts are what people agreed the machines do. After a change that is meant,
 * `vitest -u` writes them anew, and the difference is what is reviewed.
 */
test.each(Object.entries(scenarios))('%s does what was approved', async (name, scenario) => {
  const found = explore(scenario);
  expect(found.complete).toBe(true);
  await expect(behaviourText(found)).toMatchFileSnapshot(`approved/${name}.txt`);
});

test.each(Object.entries(scenarios))(
  'snapshots that count as one in %s behave alike',
  (_, scenario) => {
    const { compared, differences } = abstractionDifferences(explore(scenario));
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(10);
  },
);
