import { describe, expect, test } from 'vitest';
import { sampleLabel, sampleWords } from '#charts/words/sample-words.ts';
import { languageCodes } from '#contract/languages.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { scenarios } from '#machines/scenarios.ts';
import { wordsOf } from '#server/platform/words/words.ts';

const names = Object.values(scenarios).flatMap((scenario) => [
  ...new Set(explore(scenario).edges.map(({ name }) => name)),
]);
const starts = Object.values(scenarios).flatMap((scenario) =>
  scenario.starts.map(({ name }) => name),
);
const english = sampleWords(wordsOf('en'));

describe.each(languageCodes)('in %s', async (language) => {
  const words = sampleWords(wordsOf(language));

  test('every event that a simulation offers, and every start, has its own words', () => {
    const labels = new Set(names.map((name) => sampleLabel(words, name)));
    expect(labels.size).toBe(new Set(names).size);
    for (const name of names) {
      const event = Object.keys(words.events).filter((key) => name.startsWith(key));
      expect([name, event]).not.toEqual([name, []]);
    }
    expect(Object.keys(words.starts).sort()).toEqual([...starts].sort());
  });

  test('no part of a name stays as it is in the scenario', () => {
    const whole = Object.values(words.details).concat(Object.values(words.events));
    for (const name of names) {
      const [, ...parts] = sampleLabel(words, name).split(' – ');
      for (const part of parts.flatMap((each) => each.split(', ')))
        expect([name, whole.some((text) => text.split(', ').includes(part))]).toEqual([name, true]);
    }
  });

  test('there are the words of English and no others', () => {
    for (const table of ['starts', 'events', 'details'] as const)
      expect(Object.keys(words[table])).toEqual(Object.keys(english[table]));
  });
});

test('a label has the event, then what tells it apart', () => {
  expect(sampleLabel(english, 'code.submit, a wrong one at once')).toBe(
    'Code entered – a wrong one, at once',
  );
  expect(sampleLabel(english, 'settings.open')).toBe('Settings opened');
});
