import { expect, test } from 'vitest';
import { foldable, folded } from '#lib/statechart/graph/folded.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { applicationMachine } from '#machines/application.machine.ts';
import { loginMachine } from '#machines/login.machine.ts';

const graph = machineGraph(applicationMachine);
const idsOf = ({ states }: typeof graph) => states.map(({ id }) => id);

test('states with others inside can be folded, but not the whole machine', () => {
  expect(foldable(graph).map(({ id }) => id)).toEqual([
    'qualification',
    'dataRequest',
    'terminated',
  ]);
});

test('a folded state hides what is inside, and keeps what leads in and out', () => {
  const result = folded(graph, new Set(['qualification', 'terminated']));
  expect(idsOf(result)).toEqual(
    idsOf(graph).filter((id) => !/^(qualification|terminated)\./.test(id)),
  );
  const kept = graph.transitions.filter(
    ({ source, targets, kind }) =>
      !(
        (kind === 'initial' || !targets.some((id) => !id.startsWith('qualification.'))) &&
        source.startsWith('qualification')
      ) && !source.startsWith('terminated'),
  );
  expect(result.transitions.map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
  const ends = new Set(result.transitions.flatMap(({ source, targets }) => [source, ...targets]));
  for (const id of ends) expect(idsOf(result)).toContain(id);
  expect(result.states.find(({ id }) => id === 'terminated')).toMatchObject({
    children: [],
    initial: null,
  });
});

test('of states folded one within another the outermost is seen', () => {
  const login = machineGraph(loginMachine);
  const outer = folded(login, new Set(['code']));
  expect(folded(login, new Set(['code', 'code.entry']))).toEqual(outer);
  expect(idsOf(outer).filter((id) => id.startsWith('code'))).toEqual(['code']);
});

test('nothing folded is the graph as it is', () => {
  expect(folded(graph, new Set())).toEqual(graph);
});
