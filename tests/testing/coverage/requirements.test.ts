import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import {
  requirementTable,
  requirementText,
  traceGaps,
} from '#lib/statechart/coverage/requirements.ts';
import { summaries } from '#lib/statechart/coverage/summary.ts';
import { VisitLog } from '#lib/statechart/coverage/visit-log.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { applicationMachine } from '#machines/application.machine.ts';
import { refusalGrounds } from '#machines/refusal-grounds.ts';
import { requirements } from '#machines/requirements.ts';
import { scenarios } from '#machines/scenarios.ts';
import { withEvents } from '#tests/lib/statechart/safe.ts';
import clauses from '../../specification.json' with { type: 'json' };
import { toolFolder } from '../tool-folder.ts';

const { folder, file, run } = toolFolder('requirements');

const lamp = createMachine({
  id: 'lamp',
  initial: 'dark',
  states: {
    dark: { on: { press: { target: 'lit', meta: { requirements: ['Art. 1'] } } } },
    lit: {
      meta: { requirements: ['Art. 2', 'Art. 9'] },
      on: { press: 'dark', smash: [{ target: 'dark' }, { target: 'lit' }] },
    },
  },
});
const lampScenario = withEvents(lamp, ['press', 'smash']);
const known = { 'Art. 1': 'There is light', 'Art. 2': 'It ends', 'Art. 3': 'It is forgotten' };

/** The table after a suite that took these transitions. */
function table(...taken: string[]) {
  const log = new VisitLog(1, 'own', 'lamp', machineGraph(lamp));
  log.begin();
  for (const id of taken) log.step({ microsteps: [[id]], entered: ['dark'], decisions: [] });
  log.end();
  return requirementTable(summaries([log.visits], { lamp: lampScenario }), [log.visits], known);
}

test('a requirement is traced to its transitions, including those of the states around them', () => {
  const rows = table('dark:press:0', 'dark:press:0', 'lit:press:0');
  expect(requirementText(rows)).toBe(`Art. 1: There is light
  lamp dark:press:0  1 own ×2

Art. 2: It ends
  lamp lit:press:0  1 own ×1
  lamp lit:smash:0  no suite
  lamp lit:smash:1  cannot be taken: an earlier transition of the same event has no guard

Art. 3: It is forgotten

Art. 9
  lamp lit:press:0  1 own ×1
  lamp lit:smash:0  no suite
  lamp lit:smash:1  cannot be taken: an earlier transition of the same event has no guard
`);
});

test('each gap between a requirement and a test is listed', () => {
  expect(traceGaps(table('dark:press:0', 'lit:press:0'))).toEqual([
    'Art. 2: no suite took lamp lit:smash:0',
    'Art. 3: no transition implements it',
    'Art. 9: a machine names it, but it is not a known requirement',
    'Art. 9: no suite took lamp lit:smash:0',
  ]);
});

test('the requirements of a file are those that its machines name', () => {
  const machine = `import { createMachine } from 'xstate';
    export const lamp = createMachine({ id: 'lamp', initial: 'dark', meta: { requirements: ['R1'] },
      states: { dark: { on: { press: 'lit' } }, lit: {} } });`;
  const log = new VisitLog(1, 'own', 'lamp', machineGraph(createMachine({})));
  log.begin();
  log.end();
  log.write(pathToFileURL(`${folder}/visits/`));
  file('lamp.machine.ts', machine);
  const args = ['./lamp.machine.ts', '--visits', 'visits', '--requirements'];
  expect(run('src/testing/coverage.ts', args)).toMatchObject({
    stdout: 'R1\n  lamp dark:press:0  no suite\n',
    stderr: 'R1: no suite took lamp dark:press:0\n',
    status: 1,
  });
});

test('clauses of the specification are known to the tests', () => {
  const named = Object.keys(requirements).filter((id) => !id.startsWith('Art.'));
  expect(named.filter((id) => !(id in clauses))).toEqual([]);
});

test('a refusal is traced to the provisions of all grounds', () => {
  const refusals = machineGraph(applicationMachine).transitions.filter(
    ({ event }) => event === 'application.refuse',
  );
  expect(refusals).toHaveLength(7);
  const provisions = Object.values(refusalGrounds).flatMap((ground) =>
    ground.provisions.map(({ article, paragraph }) => `Art. ${article}(${paragraph})`),
  );
  for (const { meta } of refusals) {
    const named = (meta as { requirements: string[] }).requirements;
    expect([...named].sort()).toEqual([...new Set(provisions)].sort());
  }
});

test('every requirement has a transition, and every machine implements one', () => {
  const rows = requirementTable(summaries([], scenarios), [], requirements);
  const text = traceGaps(rows).filter((gap) => !gap.includes('no suite took'));
  expect(text).toEqual([]);
  const machines = rows.flatMap(({ transitions }) => transitions.map(({ machine }) => machine));
  expect([...new Set(machines)].sort()).toEqual(Object.keys(scenarios).sort());
});
