import { describe, expect, test } from 'vitest';
import { payloadOf } from '#charts/simulate/simulation.ts';
import { payloadKey, payloadWords } from '#charts/words/sample-words.ts';
import { languageCodes } from '#contract/languages.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { scenarios } from '#machines/scenarios.ts';
import { wordsOf } from '#server/platform/words/words.ts';

const keys = new Set(
  Object.values(scenarios)
    .flatMap((scenario) => explore(scenario).edges)
    .flatMap(({ event }) => payloadOf({ sent: { event } }))
    .map(([path]) => payloadKey(path)),
);

describe.each(languageCodes)('in %s', async (language) => {
  test('every part of an event that a simulation shows has words, and no other has', () => {
    const words = payloadWords(wordsOf(language));
    expect(Object.keys(words).sort()).toEqual([...keys].sort());
    for (const text of Object.values(words)) expect(text).not.toBe('');
  });
});
