import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { getAdjacencyMap } from 'xstate/graph';
import { spaceDifferences } from '#lib/statechart/tables/check-space.ts';
import { compileSpace } from '#lib/statechart/tables/compile.ts';
import { DEPOT_STATES, depotEvents, depotMachine } from './depot.machine.ts';

/*
 * Every concrete state of one machine and where each event leads from it: ours, from tables that
 * are compiled meanwhile, and xstate/graph's adjacency; in one run, each in a process of its own.
 *   node src/tools/bench/paths.bench.ts [--json]
 */

interface Figures {
  milliseconds: number;
  states: number;
  steps: number;
  /** Peak resident memory of the process. */
  megabytes: number;
}

/** Drawn steps that are compared with XState's own `transition`. */
const COMPARED = 2_000;

const contestants: Record<string, () => { states: number; steps: number }> = {
  ours: () => {
    const { states, targets } = compileDepot();
    return { states, steps: targets.length };
  },
  'xstate/graph': () => {
    const adjacency = getAdjacencyMap(depotMachine, { events: depotEvents as never });
    let states = 0;
    for (const _ in adjacency) states++;
    return { states, steps: states * depotEvents.length };
  },
};

function compileDepot() {
  return compileSpace(depotMachine, { events: depotEvents, limit: DEPOT_STATES });
}

const [option, contestant = ''] = process.argv.slice(2);
if (option === '--measure') console.log(JSON.stringify(measured(contestants[contestant])));
else compare(option === '--json');

function measured(run: (() => { states: number; steps: number }) | undefined): Figures {
  if (!run) throw new Error(`Nobody is called ${contestant}`);
  const begun = performance.now();
  const counts = run();
  const milliseconds = performance.now() - begun;
  return { ...counts, milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 };
}

function compare(asJson: boolean): void {
  const figures = Object.fromEntries(Object.keys(contestants).map((name) => [name, spawned(name)]));
  const space = compileDepot();
  const differences = spaceDifferences(depotMachine, space, { seed: 1, steps: COMPARED });
  const [ours, theirs] = [figures.ours, figures['xstate/graph']];
  const times = (theirs?.milliseconds ?? 0) / (ours?.milliseconds ?? 1);
  if (asJson) {
    console.log(JSON.stringify({ figures, times, compared: COMPARED, differences }, null, 2));
  } else {
    for (const [name, { milliseconds, states, steps, megabytes }] of Object.entries(figures))
      console.log(
        `${name}: ${states} states, ${steps} steps in ${milliseconds.toFixed(0)} ms, ${megabytes.toFixed(0)} MB`,
      );
    console.log(`${times.toFixed(0)} times faster; XState was asked for ${space.asked} steps`);
    console.log(`${COMPARED} drawn steps compared with XState: ${differences.length} differ`);
    for (const difference of differences.slice(0, 5)) console.log(`  ${difference}`);
  }
  if (differences.length > 0) process.exitCode = 1;
}

function spawned(name: string): Figures {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--max-old-space-size=8192', fileURLToPath(import.meta.url), '--measure', name],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  return JSON.parse(stdout) as Figures;
}
