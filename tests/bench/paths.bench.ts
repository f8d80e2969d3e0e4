import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { assign, type EventObject, setup } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { derivedScenario } from '#lib/statechart/paths/derived-scenario.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import { scenarios } from '#machines/scenarios.ts';

// Every state of one machine, by `npm run paths` and by xstate/graph, each in its own process, in
// processor time. Then the tours of the catalogue.

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
  states: number;
  seconds: number;
  megabytes: number;
}

const contestants: Record<string, (states: number) => number> = {
  ours: (states) =>
    explore(derivedScenario(depotMachine(states / STATES_PER_SHELF)).scenario, states).states.count,
  'xstate/graph': (states) => {
    const machine = depotMachine(states / STATES_PER_SHELF);
    let count = 0;
    for (const _ in getAdjacencyMap(machine, { events: depotEvents as never })) count++;
    return count;
  },
};

const [option, contestant = '', size = ''] = process.argv.slice(2);
if (option === '--measure') console.log(JSON.stringify(measured(contestant, Number(size))));
else {
  const [ours, theirs] = [spawned('ours', 120_000), spawned('xstate/graph', 120_000)];
  console.log(`${Math.round(theirs.seconds / ours.seconds)} times faster`);
  spawned('ours', 1_000_000);
  console.log('Length of tours over all transitions, in steps and resets');
  for (const [name, scenario] of Object.entries(scenarios)) {
    const { walks } = plan(explore(scenario), { criterion: 'transitions' });
    const length = walks.reduce((sum, { edges }) => sum + edges.length, 0) + walks.length - 1;
    console.log(`${name.padEnd(16)}${String(length).padStart(6)}`);
  }
}

function measured(name: string, states: number): Figures {
  const startUsage = process.cpuUsage();
  const count = contestants[name]?.(states) ?? 0;
  const { user, system } = process.cpuUsage(startUsage);
  return {
    states: count,
    seconds: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
  };
}

function spawned(name: string, size: number): Figures {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--max-old-space-size=8192', fileURLToPath(import.meta.url), '--measure', name, String(size)],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  const figures = JSON.parse(stdout) as Figures;
  const { states, seconds, megabytes } = figures;
  console.log(
    `${name.padEnd(16)}${states} states in ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB`,
  );
  return figures;
}
