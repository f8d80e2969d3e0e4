import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { effectWords, labelsOf } from '#charts/words/chart-words.ts';
import { formatDuration } from '#charts/words/figure-notes.ts';
import { sampleLabel, sampleWords } from '#charts/words/sample-words.ts';
import { languageCodes } from '#contract/languages.ts';
import { transitionTable } from '#lib/statechart/chart-formats/tables.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { guardLeaves } from '#lib/statechart/graph/guard.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { HOUR, MINUTE } from '#lib/words/durations.ts';
import { catalogue } from '#machines/catalogue.ts';
import { scenarios } from '#machines/scenarios.ts';
import { wordsOf } from '#server/platform/words/words.ts';

test('every event of every machine has a label, including results of actors and timers', () => {
  const { events } = labelsOf(wordsOf('en'), 'application');
  for (const { machine } of Object.values(catalogue))
    for (const { event, kind } of machineGraph(machine).transitions)
      if (kind !== 'initial') expect(Object.keys(events)).toContain(event);
});

test('every guard of every machine has a description, shown in its table next to the name', () => {
  const { guards } = labelsOf(wordsOf('en'), 'application');
  for (const { machine } of Object.values(catalogue))
    for (const { guard } of machineGraph(machine).transitions)
      if (guard) expect(Object.keys(guards)).toEqual(expect.arrayContaining(guardLeaves(guard)));

  const graph = machineGraph(catalogue.challenge.machine);
  const cells = transitionTable({ graph, labels: labelsOf(wordsOf('pl'), 'challenge') }).flat();
  expect(cells).toContain(
    'o\u00a0kod prosiła ta przeglądarka (isOfVisit) i nie: kod jest za stary (isExpired) i kod jest właściwy (isMatching)',
  );
});

const explored = Object.values(scenarios).map((scenario) => explore(scenario));
const names = explored.flatMap(({ edges }) => [...new Set(edges.map(({ name }) => name))]);

test('every effect of a simulation is described', () => {
  const steps = explored.flatMap(({ starts, edges }) => [...starts, ...edges]);
  const shown = steps.flatMap(({ effects }) => effects.map(({ name }) => name));
  expect(Object.keys(effectWords(wordsOf('en'))).sort()).toEqual([...new Set(shown)].sort());
});

const starts = Object.values(scenarios).flatMap((scenario) =>
  scenario.starts.map(({ name }) => name),
);
const english = sampleWords(wordsOf('en'));

describe.each(languageCodes)('in %s', async (language) => {
  const words = sampleWords(wordsOf(language));

  test('every event and start of a simulation has a distinct label', () => {
    const labels = new Set(names.map((name) => sampleLabel(words, name)));
    expect(labels.size).toBe(new Set(names).size);
    for (const name of names) {
      const event = Object.keys(words.events).filter((key) => name.startsWith(key));
      expect([name, event]).not.toEqual([name, []]);
    }
    expect(Object.keys(words.starts).sort()).toEqual([...starts].sort());
  });

  test('no part of a sample name remains untranslated', () => {
    const whole = Object.values(words.details).concat(Object.values(words.events));
    for (const name of names) {
      const [, ...parts] = sampleLabel(words, name).split(' – ');
      for (const part of parts.flatMap((each) => each.split(', ')))
        expect([name, whole.some((text) => text.split(', ').includes(part))]).toEqual([name, true]);
    }
  });
});

test('a label consists of the event and the details that distinguish the sample', () => {
  expect(sampleLabel(english, 'code.submit, a wrong one at once')).toBe(
    'Code entered – a wrong one, at once',
  );
  expect(sampleLabel(english, 'settings.open')).toBe('Settings opened');
});

beforeEach(() => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [null, '–'],
  [0, '< 1 min'],
  [MINUTE - 1, '< 1 min'],
  [MINUTE, '1 min'],
  [90_000, '2 mins'],
  [HOUR - MINUTE, '59 mins'],
  [HOUR, '1 hr'],
  [1.5 * HOUR, '1.5 hrs'],
  [24 * HOUR, '1 day'],
  [60 * HOUR, '2.5 days'],
])('formatDuration returns %d ms as «%s»', (ms, words) => {
  expect(formatDuration(ms, 'en')).toBe(words);
});
