import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { guardWords, type MachineName, machineWords } from '#charts/words/chart-words.ts';
import { sampleLabel, sampleWords } from '#charts/words/sample-words.ts';
import { codes } from '#contract/codes.ts';
import { events } from '#forms/events.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { type GuardExpression, guardLeaves } from '#lib/statechart/graph/guard.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { catalogue } from '#machines/catalogue.ts';
import { scenarios } from '#machines/scenarios.ts';
import { wordsOf } from '#server/platform/words/words.ts';

const translate = wordsOf('en');
const machines = Object.entries(catalogue).map(([name, { machine }]) => ({
  name: name as MachineName,
  graph: machineGraph(machine),
}));
const samples = new Set(
  Object.values(scenarios).flatMap((scenario) => explore(scenario).edges.map(({ name }) => name)),
);

/** Guards that the pages name: leaves, and named composites. */
const namesIn = (guard: GuardExpression): string[] =>
  'name' in guard && guard.name !== null ? [guard.name, ...guardLeaves(guard)] : guardLeaves(guard);

describe('no unused text is defined for', () => {
  test.each(machines)('states of $name', ({ name, graph }) => {
    const states = graph.states.filter(({ parent }) => parent !== null).map(({ id }) => id);
    expect(Object.keys(machineWords(translate, name).states).sort()).toEqual(states.sort());
  });

  test('guards', () => {
    const guards = machines.flatMap(({ graph }) =>
      graph.transitions.flatMap(({ guard }) => (guard ? namesIn(guard) : [])),
    );
    expect(Object.keys(guardWords(translate)).filter((name) => !guards.includes(name))).toEqual([]);
  });

  test('events and the details that distinguish their samples', () => {
    const words = sampleWords(translate);
    const kinds = ['events', 'details'] as const;
    const unused = kinds.flatMap((table) =>
      Object.keys(words[table]).filter((key) => {
        // The types compare the events of an application.
        if (key in events) return false;
        const marked = { ...words, [table]: { ...words[table], [key]: '‹marked›' } };
        return ![...samples].some((name) => sampleLabel(marked, name).includes('‹marked›'));
      }),
    );
    expect(unused).toEqual([]);
  });

  test('error codes', () => {
    const own = /contract\/codes\.ts$|words\/refusals\.ts$/;
    const sources = globSync('src/**/*.{ts,tsx}', { cwd: process.cwd() })
      .filter((file) => !own.test(file.replaceAll('\\', '/')))
      .map((file) => readFileSync(file, 'utf8'))
      .join();
    const names = Object.keys(codes);
    expect(names.filter((name) => !new RegExp(`\\bcodes\\.${name}\\b`).test(sources))).toEqual([]);
  });
});
