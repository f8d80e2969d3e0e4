import { describe, expect, test } from 'vitest';
import { explore } from '#lib/statechart/paths/explore.ts';
import { checkProperties } from '#lib/statechart/paths/properties.ts';
import { properties } from '#machines/properties.ts';
import { scenarios } from '#machines/scenarios.ts';

test('every machine with properties is in the catalogue', () => {
  expect(Object.keys(scenarios)).toEqual(expect.arrayContaining(Object.keys(properties)));
});

describe.each(Object.entries(scenarios).filter(([name]) => name in properties))(
  '%s',
  (name, scenario) => {
    const checked = checkProperties(explore(scenario), properties[name] ?? []);

    test.each(checked)('$property.name', ({ property, breach, instances }) => {
      expect(breach).toBeNull();
      // `never` concerns every step; other properties must not hold vacuously.
      if (property.kind !== 'never') expect(instances).toBeGreaterThan(0);
    });
  },
);
