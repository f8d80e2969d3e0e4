import { expect, test } from 'vitest';
import { labelsOf } from '#charts/words/chart-words.ts';
import { transitionTable } from '#lib/statechart/chart-formats/tables.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { guardLeaves } from '#lib/statechart/graph/guard.ts';
import { catalogue } from '#machines/catalogue.ts';
import { wordsOf } from '#server/platform/words/words.ts';

test('every event of every machine has words, also what an actor answers and a clock brings', () => {
  const { events } = labelsOf(wordsOf('en'), 'application');
  for (const { machine } of Object.values(catalogue))
    for (const { event, kind } of machineGraph(machine).transitions)
      if (kind !== 'initial') expect(Object.keys(events)).toContain(event);
});

test('every guard of every machine has words, which stand in its table beside the name', () => {
  const { guards } = labelsOf(wordsOf('en'), 'application');
  for (const { machine } of Object.values(catalogue))
    for (const { guard } of machineGraph(machine).transitions)
      if (guard) expect(Object.keys(guards)).toEqual(expect.arrayContaining(guardLeaves(guard)));

  const graph = machineGraph(catalogue.challenge.machine);
  const cells = transitionTable({ graph, labels: labelsOf(wordsOf('pl'), 'challenge') }).flat();
  expect(cells).toContain(
    'o kod prosiła ta przeglądarka (isOfVisit) i nie: kod jest za stary (isExpired) i kod jest właściwy (isMatching)',
  );
});
