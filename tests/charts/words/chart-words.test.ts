import { expect, test } from 'vitest';
import { arrowWords } from '#charts/words/chart-words.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { catalogue } from '#machines/catalogue.ts';
import { wordsOf } from '#server/platform/words/words.ts';

test('every event of every machine has words, also what an actor answers and a clock brings', () => {
  const { events } = arrowWords(wordsOf('en'));
  for (const { machine } of Object.values(catalogue))
    for (const { event, kind } of machineGraph(machine).transitions)
      if (kind !== 'initial') expect(Object.keys(events)).toContain(event);
});
