import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTestModel } from '@xstate/test';
import { type AnyMachineSnapshot, assign, type EventObject, setup } from 'xstate';
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { walkableTransitions } from '#lib/statechart/graph/graph-queries.ts';
import { concreteWalks } from '#lib/statechart/paths/concrete-walks.ts';
import { derivedScenario } from '#lib/statechart/paths/derived-scenario.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import { Recorder } from '#lib/statechart/paths/recorder.ts';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { canonicalJson } from '#lib/statechart/paths/state-value.ts';
import { candidateEvents, withFrozenTime } from '#lib/statechart/paths/timed-snapshot.ts';
import { scenarios } from '#machines/scenarios.ts';

// Every state of one machine, by `npm run paths` and by xstate/graph. Then paths through each machine
// of the catalogue, by both and by @xstate/test. Each in its own process, in processor time.

const PARCELS = 50;
const STAFF = 20;

/** States per shelf: four shifts times every filling of van and staff. */
const STATES_PER_SHELF = 4 * PARCELS * STAFF;

interface Depot {
  shelves: number;
  parcels: number;
  staff: number;
}

/** A machine with a known, finite and large number of states. */
const depotMachine = (shelves: number) =>
  setup({
    types: { context: {} as Depot },
    guards: {
      hasShelf: ({ context }) => context.shelves < shelves - 1,
      hasFilled: ({ context }) => context.shelves > 0,
      hasRoom: ({ context }) => context.parcels < PARCELS - 1,
      hasParcel: ({ context }) => context.parcels > 0,
      hasPlace: ({ context }) => context.staff < STAFF - 1,
      hasStaff: ({ context }) => context.staff > 0,
    },
    actions: {
      fill: assign({ shelves: ({ context }) => context.shelves + 1 }),
      clear: assign({ shelves: ({ context }) => context.shelves - 1 }),
      load: assign({ parcels: ({ context }) => context.parcels + 1 }),
      unload: assign({ parcels: ({ context }) => context.parcels - 1 }),
      join: assign({ staff: ({ context }) => context.staff + 1 }),
      leave: assign({ staff: ({ context }) => context.staff - 1 }),
    },
  }).createMachine({
    id: 'depot',
    context: { shelves: 0, parcels: 0, staff: 0 },
    on: {
      'shelf.fill': { guard: 'hasShelf', actions: 'fill' },
      'shelf.clear': { guard: 'hasFilled', actions: 'clear' },
      'van.load': { guard: 'hasRoom', actions: 'load' },
      'van.unload': { guard: 'hasParcel', actions: 'unload' },
      'staff.join': { guard: 'hasPlace', actions: 'join' },
      'staff.leave': { guard: 'hasStaff', actions: 'leave' },
    },
    initial: 'morning',
    states: {
      morning: { on: { 'shift.end': 'noon' } },
      noon: { on: { 'shift.end': 'evening' } },
      evening: { on: { 'shift.end': 'night' } },
      night: { on: { 'shift.end': 'morning' } },
    },
  });

const depotEvents: EventObject[] = [
  'shelf.fill',
  'shelf.clear',
  'van.load',
  'van.unload',
  'staff.join',
  'staff.leave',
  'shift.end',
].map((type) => ({ type }));

interface Figures {
  seconds: number;
  megabytes: number;
  states: number;
}

interface PathFigures extends Figures {
  transitions: number;
  paths: number;
  steps: number;
}

const depotOf = (states: string) => depotMachine(Number(states) / STATES_PER_SHELF);
const exploreDepot = (states: string) =>
  explore(derivedScenario(depotOf(states)).scenario, Number(states));

/** Number of states that each finds in a depot of that size. */
const explorations: Record<string, (states: string) => number> = {
  ours: (states) => exploreDepot(states).states.count,
  'tour of ours': (states) => {
    const found = exploreDepot(states);
    plan(found, { criterion: 'transitions' });
    return found.configurations.length;
  },
  'xstate/graph': (states) =>
    Object.keys(getAdjacencyMap(depotOf(states), { events: depotEvents as never })).length,
};

interface Generated {
  states: number;
  /** Events of each path, and the index of its start. */
  paths: { start: number; events: { event: EventObject; at: number }[] }[];
}

const generators: Record<string, (scenario: Scenario) => Generated> = {
  'npm run paths': (scenario) => {
    const found = explore(scenario);
    const { walks } = plan(found, { criterion: 'transitions' });
    const paths = concreteWalks(found, walks).map(({ walk: { start }, steps }) => ({
      start,
      events: steps.map(({ sent }) => sent),
    }));
    return { states: found.configurations.length, paths };
  },
  'xstate/graph': (scenario) =>
    fromEachStart(scenario, (options) => getShortestPaths(scenario.machine, options)),
  '@xstate/test': (scenario) =>
    fromEachStart(scenario, (options) =>
      createTestModel(scenario.machine as never, options).getPaths(getShortestPaths as never),
    ),
};

/** Both libraries get the events, results of actors, delays and abstraction of the scenario. */
function fromEachStart(
  scenario: Scenario,
  pathsOf: (options: never) => readonly { steps: readonly { event: EventObject }[] }[],
): Generated {
  const seen = new Set<string>();
  const at = scenario.epoch;
  const paths = scenario.starts.flatMap(({ input }, start) => {
    const options = {
      input,
      events: (snapshot: AnyMachineSnapshot) => [
        ...candidateEvents(scenario, { snapshot, now: at, timers: [] }).map(({ event }) => event),
        ...snapshot._nodes.flatMap(({ after }) => after.map(({ eventType: type }) => ({ type }))),
      ],
      serializeState: (snapshot: AnyMachineSnapshot) => {
        const key = canonicalJson([snapshot.value, scenario.abstract(snapshot as never, at)]);
        seen.add(key);
        return key;
      },
    };
    return withFrozenTime(at, () => pathsOf(options as never)).map(({ steps }) => ({
      start,
      events: steps
        .filter(({ event }) => event.type !== 'xstate.init')
        .map(({ event }) => ({ event, at })),
    }));
  });
  return { states: seen.size, paths };
}

/** Declared transitions that XState takes on the paths. */
function takenOn({ machine, starts }: Scenario, { paths }: Generated, epoch: number): number {
  const recorder = new Recorder(machine);
  const taken = new Set<string>();
  for (const { start, events } of paths) {
    let step = withFrozenTime(epoch, () => recorder.start(starts[start]?.input));
    for (const { event, at } of [{ event: null, at: epoch }, ...events]) {
      const from = step.snapshot;
      if (event) step = withFrozenTime(at, () => recorder.step(from, event));
      for (const id of step.transitions) taken.add(id);
    }
  }
  return walkableTransitions(machineGraph(machine)).filter(({ id }) => taken.has(id)).length;
}

const [option, contestant = '', subject = ''] = process.argv.slice(2);
if (option === '--measure') console.log(JSON.stringify(measured(contestant, subject)));
else {
  const [ours, theirs] = [spawned('ours', '120000'), spawned('xstate/graph', '120000')];
  console.log(`${Math.round(theirs.seconds / ours.seconds)} times faster`);
  spawned('ours', '1000000');
  spawned('tour of ours', '112000');
  comparePaths();
}

/** Compares the paths of each tool through every machine of the catalogue. */
function comparePaths(): void {
  console.log('\nPaths through the machines of the catalogue');
  console.log(
    `${'machine'.padEnd(16)}${'tool'.padEnd(16)}states  transitions  paths  steps  time   MB`,
  );
  for (const [name, scenario] of Object.entries(scenarios)) {
    const all = walkableTransitions(machineGraph(scenario.machine)).length;
    let least = 0;
    for (const tool of Object.keys(generators)) {
      const figures = run(tool, name);
      const row = `${name.padEnd(16)}${tool.padEnd(16)}`;
      if (typeof figures === 'string') {
        console.log(`${row}fails: ${figures}`);
        continue;
      }
      const { states, transitions, paths, steps, seconds, megabytes } = figures as PathFigures;
      least ||= seconds;
      console.log(
        row +
          String(states).padStart(6) +
          `${transitions} of ${all}`.padStart(13) +
          String(paths).padStart(7) +
          String(steps).padStart(7) +
          `×${(seconds / least).toFixed(1)}`.padStart(7) +
          megabytes.toFixed(0).padStart(5),
      );
    }
  }
}

function measured(name: string, of: string): Figures | PathFigures {
  const scenario = scenarios[of];
  const startUsage = process.cpuUsage();
  const found = scenario ? generators[name]?.(scenario) : explorations[name]?.(of);
  const { user, system } = process.cpuUsage(startUsage);
  const figures = {
    seconds: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
  };
  if (typeof found !== 'object' || !scenario) return { ...figures, states: Number(found ?? 0) };
  const { states, paths } = found;
  const steps = paths.reduce((sum, { events }) => sum + events.length, 0);
  const transitions = takenOn(scenario, found, scenario.epoch);
  return { ...figures, states, transitions, paths: paths.length, steps };
}

/** Measures in a separate process. Returns the error's message if it fails. */
function run(name: string, of: string): Figures | string {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--max-old-space-size=8192', fileURLToPath(import.meta.url), '--measure', name, of],
    { encoding: 'utf8', timeout: 300_000 },
  );
  return status === 0 ? JSON.parse(stdout) : (/^\w*Error: .*$/m.exec(stderr)?.[0] ?? 'no result');
}

function spawned(name: string, size: string): Figures {
  const figures = run(name, size);
  if (typeof figures === 'string') throw new Error(`${name}: ${figures}`);
  const { states, seconds, megabytes } = figures;
  console.log(
    `${name.padEnd(16)}${states} states in ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB`,
  );
  return figures;
}
