import type { MachineGraph } from '../graph/graph.ts';
import { goalOf } from '../paths/criteria.ts';
import { explore } from '../paths/explore.ts';
import type { Scenario } from '../paths/scenario.ts';
import { shortestWalks } from '../paths/shortest-paths.ts';
import type { TestRequirement } from '../paths/test-requirement.ts';
import type { Visits } from './visit-log.ts';

export const measures = ['states', 'transitions', 'pairs', 'guards'] as const;
export type Measure = (typeof measures)[number];

/** Of what can be covered, how much suites came by. */
export interface Measured {
  covered: number;
  total: number;
  /** Each with the events of a shortest path to it. */
  uncovered: { item: string; start: string; path: string[] }[];
  infeasible: { item: string; reason: string }[];
}

export interface MachineSummary extends Record<Measure, Measured> {
  machine: string;
  /** The suites that walked it, `1 walks`. */
  suites: string[];
  graph: MachineGraph;
  visits: { states: Record<string, number>; transitions: Record<string, number> };
}

/** Measures what was walked, machine by machine, against the graph. */
export function summaries(
  read: readonly Visits[],
  scenarios: Readonly<Record<string, Scenario>>,
): MachineSummary[] {
  return Object.entries(scenarios).map(([machine, scenario]) => {
    const found = explore(scenario);
    const own = read.filter((visits) => visits.machine === machine);
    const counts = (measure: Measure) => added(own.map((visits) => visits[measure]));
    const measured = (measure: Measure): Measured => {
      const goal = goalOf(found, measure);
      return against(goal, counts(measure), (start) => found.starts[start]?.name ?? '');
    };
    return {
      machine,
      suites: own.map(({ level, suite }) => `${level} ${suite}`),
      graph: found.graph,
      visits: { states: counts('states'), transitions: counts('transitions') },
      states: measured('states'),
      transitions: measured('transitions'),
      pairs: measured('pairs'),
      guards: measured('guards'),
    };
  });
}

function against(
  goal: TestRequirement,
  visits: Record<string, number>,
  startName: (start: number) => string,
): Measured {
  const missing = goal.items.filter((item) => !visits[item]);
  const walks = missing.length ? shortestWalks(goal) : new Map();
  return {
    covered: goal.items.length - missing.length,
    total: goal.items.length,
    uncovered: missing.map((item) => {
      const walk = walks.get(item);
      return {
        item,
        start: startName(walk?.start ?? 0),
        path: walk?.moves.map(({ name }: { name: string }) => name) ?? [],
      };
    }),
    infeasible: goal.infeasible,
  };
}

function added(counts: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const each of counts)
    for (const [name, count] of Object.entries(each)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
