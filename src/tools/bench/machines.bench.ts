import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTestModel } from '@xstate/test';
import type { AnyStateMachine, EventObject } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { explore } from '#lib/statechart/paths/explore.ts';
import { stateText } from '#lib/statechart/paths/state-value.ts';
import { type NamedMachine, namedMachines } from '../machines/named-machines.ts';

// What is walked of machines that somebody else wrote, by this library, by xstate/graph and by
// @xstate/test, all with the same events without payload: a row of Markdown a machine.
//   npm run bench -- machines [--from FOLDER]

/** States after which a context is taken to grow without an end. */
const LIMIT = 300;

interface Found {
  state: { value: never };
  transitions: Record<string, { state: { value: never } }>;
}

const { values } = parseArgs({ options: { from: { type: 'string', default: 'machines' } } });

console.log(
  '| machine | states | transitions | not walked | `xstate/graph` | `@xstate/test` |\n| --- | --- | --- | --- | --- | --- |',
);
for (const file of globSync('**/*[mM]achine.ts', { cwd: values.from }).sort()) {
  const named = await machinesOf(join(values.from, file));
  if (typeof named === 'string') console.log(`| ${file} | ${named} |||||`);
  else for (const machine of named) console.log(row(file, machine));
}

async function machinesOf(path: string): Promise<NamedMachine[] | string> {
  try {
    return await namedMachines([path], undefined);
  } catch (error) {
    return firstLine(error);
  }
}

function row(file: string, { machine, scenario, derived }: NamedMachine): string {
  const cells = attempted(() => {
    const found = explore(scenario, LIMIT);
    const all = found.graph.transitions.filter(({ kind }) => kind !== 'initial');
    const taken = new Set(found.edges.flatMap(({ transitions }) => transitions));
    const walked = all.filter(({ id }) => taken.has(id));
    const inner = found.graph.states.filter(({ children }) => children.length === 0);
    const entered = new Set(found.configurations.flatMap(({ state }) => state.split(' + ')));
    const left = new Set(derived?.unexplored(found).map(({ place }) => place)).size;
    return `${entered.size} of ${inner.length} | ${walked.length} of ${all.length} | ${left} places`;
  });
  const events = scenario.samples({ value: {}, children: {} } as never, 0).map(plainEvent);
  const graph = ofGraph(machine, events);
  // It knows no limit: what grows without an end would keep it for ever.
  const test = graph.endsWith('states') ? ofTest(machine, events) : 'not tried';
  return `| ${file} | ${cells} | ${graph} | ${test} |`;
}

function plainEvent({ event }: { event: EventObject }): EventObject {
  return { type: event.type };
}

function ofGraph(machine: AnyStateMachine, events: EventObject[]): string {
  return attempted(() => {
    const map = getAdjacencyMap(machine, { events: events as never, limit: LIMIT });
    return statesIn(Object.values(map) as unknown as Found[]);
  });
}

function ofTest(machine: AnyStateMachine, events: EventObject[]): string {
  return attempted(() => {
    const paths = createTestModel(machine).getShortestPaths({ events, limit: LIMIT } as never);
    return statesIn(paths as unknown as Found[]);
  });
}

/** Innermost states that are come to. */
function statesIn(found: readonly Pick<Found, 'state'>[]): string {
  const texts = found.flatMap(({ state }) => stateText(state.value).split(' + '));
  return `${new Set(texts).size} states`;
}

function attempted(work: () => string): string {
  try {
    return work();
  } catch (error) {
    return firstLine(error);
  }
}

function firstLine(error: unknown): string {
  const [line = ''] = String((error as Error).message ?? error).split('\n');
  return line.slice(0, 80).replaceAll('|', '\\|');
}
