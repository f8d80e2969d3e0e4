import { testRequirementOf } from '../paths/criteria.ts';
import { explore } from '../paths/explore.ts';
import type { Scenario } from '../paths/scenario.ts';
import type { TestRequirement } from '../paths/test-requirement.ts';
import { shortestWalks } from '../paths/walk.ts';
import { fingerprint, type Visits } from './visit-log.ts';

export const measures = ['states', 'transitions', 'pairs', 'guards'] as const;
type Measure = (typeof measures)[number];

interface Measured {
  covered: number;
  total: number;
  uncovered: { item: string; start: string; path: string[] }[];
}

interface MachineSummary extends Record<Measure, Measured> {
  machine: string;
  suites: string[];
  failed: string[];
  /** Suites that walked another version of the machine. Their visits do not count. */
  outdated: string[];
}

export function summaryOf(
  read: readonly Visits[],
  machine: string,
  scenario: Scenario,
): MachineSummary {
  const exploration = explore(scenario);
  const version = fingerprint(exploration.graph);
  const ofMachine = read.filter((visits) => visits.machine === machine);
  const own = ofMachine.filter((visits) => visits.fingerprint === version);
  const outdated = ofMachine.filter((visits) => visits.fingerprint !== version);
  const measured = (measure: Measure): Measured => {
    const visited = new Set(own.flatMap((visits) => Object.keys(visits[measure])));
    const requirement = testRequirementOf(exploration, measure);
    return compare(requirement, visited, (start) => exploration.starts[start]?.name ?? '');
  };
  return {
    machine,
    suites: own.map(nameOf),
    failed: own.filter(({ walks }) => walks.ended < walks.started).map(nameOf),
    outdated: outdated.map(nameOf),
    states: measured('states'),
    transitions: measured('transitions'),
    pairs: measured('pairs'),
    guards: measured('guards'),
  };
}

const nameOf = ({ level, suite }: Visits) => `${level} ${suite}`;

function compare(
  requirement: TestRequirement,
  visited: ReadonlySet<string>,
  startName: (start: number) => string,
): Measured {
  const missing = requirement.items.filter((item) => !visited.has(item));
  const walks = shortestWalks(requirement);
  return {
    covered: requirement.items.length - missing.length,
    total: requirement.items.length,
    uncovered: missing.map((item) => {
      const walk = walks.get(item);
      return {
        item,
        start: startName(walk?.start ?? 0),
        path: walk?.edges.map(({ name }) => name) ?? [],
      };
    }),
  };
}

function walkedBy({ suites, failed, outdated }: MachineSummary): string {
  const known = suites.map((suite) => (failed.includes(suite) ? `${suite} (failed)` : suite));
  const others = outdated.map((suite) => `${suite} (another version, not counted)`);
  return [...known, ...others].join(', ') || 'no suite';
}

export function coverageText(summaries: readonly MachineSummary[]): string {
  const rows = [
    ['machine', ...measures, 'walked by'],
    ...summaries.map((summary) => [
      summary.machine,
      ...measures.map((measure) => `${summary[measure].covered}/${summary[measure].total}`),
      walkedBy(summary),
    ]),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const missing = summaries.flatMap((summary) =>
    measures.flatMap((measure) =>
      summary[measure].uncovered.map(
        ({ item, start, path }) =>
          `${summary.machine} ${measure}: ${item}\n  ${[start, ...path].join(' → ')}`,
      ),
    ),
  );
  return `${[...table, ...(missing.length ? ['', 'Not covered:', ...missing] : [])].join('\n')}\n`;
}
