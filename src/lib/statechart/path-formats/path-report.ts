import type { EventObject } from 'xstate';
import type { MachineGraph } from '../graph/graph.ts';
import { type ConcreteWalk, concreteWalks } from '../paths/concrete-walks.ts';
import type { Criterion } from '../paths/criteria.ts';
import { type Edge, type Exploration, isRefused } from '../paths/explore.ts';
import type { Plan, PlanKind } from '../paths/plan.ts';
import type { Effect } from '../paths/recorder.ts';
import { stateText, statusCode } from '../paths/state-value.ts';
import type { InfeasibleItem } from '../paths/test-requirement.ts';
import type { TimedSnapshot } from '../paths/timed-snapshot.ts';

/** Leaves of the state value, and its status code if it has one. */
export interface ReportedState {
  state: string;
  code: number | null;
}

export interface ReportedStep {
  /** The first transition taken; null if the event was not accepted. */
  transition: string | null;
  /** All transitions taken, including eventless ones. */
  transitions: readonly string[];
  /** The event, and what is special about its payload. */
  name: string;
  event: EventObject;
  /** `clock`: sent by the clock. `outcome`: an invoked actor ended. */
  kind: Edge['kind'];
  /** Virtual time, ms since the epoch. */
  at: number;
  refused: boolean;
  before: ReportedState;
  after: ReportedState;
  effects: readonly Effect[];
}

export interface ReportedPath {
  name: string;
  start: { name: string; input: unknown } & ReportedState;
  steps: ReportedStep[];
}

/** Plan of one machine, as every format shows it. */
export interface Report {
  machine: string;
  criterion: Criterion;
  /** `recorded`: the paths were given, for example by an online run. */
  plan: PlanKind | 'recorded';
  seed: number;
  covered: number;
  /** Items of the criterion, including infeasible ones. */
  total: number;
  uncovered: string[];
  infeasible: InfeasibleItem[];
  steps: number;
  resets: number;
  stopped: string | null;
  paths: ReportedPath[];
}

/** A report with additional data for some formats. */
export interface FullReport extends Report {
  graph: MachineGraph;
  coveredItems: string[];
}

export function reportOf(
  machine: string,
  found: Exploration,
  made: Plan,
  { plan, seed }: Pick<Report, 'plan' | 'seed'>,
): FullReport {
  return {
    machine,
    criterion: made.criterion,
    plan,
    seed,
    covered: made.covered.length,
    total: made.covered.length + made.uncovered.length + made.infeasible.length,
    uncovered: made.uncovered,
    infeasible: made.infeasible,
    steps: made.walks.reduce((sum, { edges }) => sum + edges.length, 0),
    resets: Math.max(0, made.walks.length - 1),
    stopped: made.stopped,
    paths: concreteWalks(found, made.walks).map((walk, index) => pathOf(found, walk, index + 1)),
    graph: found.graph,
    coveredItems: made.covered,
  };
}

function pathOf(
  found: Exploration,
  { walk, start, steps }: ConcreteWalk,
  number: number,
): ReportedPath {
  const begun = found.starts[walk.start];
  const end = reportedState(steps.at(-1)?.result ?? start);
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  return {
    name: `${number}. ${begun?.name} to ${end.state}, ${count}`,
    start: { name: begun?.name ?? '', input: begun?.input, ...reportedState(start) },
    steps: steps.map(({ edge, sent, macrostep, result }, index) => ({
      transition: macrostep.transitions[0] ?? null,
      transitions: macrostep.transitions,
      name: sent.name,
      event: sent.event,
      kind: sent.kind,
      at: sent.at,
      refused: isRefused(edge),
      before: reportedState(steps[index - 1]?.result ?? start),
      after: reportedState(result),
      effects: macrostep.effects,
    })),
  };
}

function reportedState({ snapshot }: TimedSnapshot): ReportedState {
  return { state: stateText(snapshot.value), code: statusCode(snapshot) };
}

/** State and status code, `approved (4)`. */
export function stateWithCode({ state, code }: ReportedState): string {
  return code === null ? state : `${state} (${code})`;
}

/** JSON that keeps name and message of errors. */
export function jsonText(value: unknown, indent = 2): string {
  return JSON.stringify(
    value,
    (_, inner) =>
      inner instanceof Error ? { name: inner.name, message: inner.message } : (inner as unknown),
    indent,
  );
}

/** One object for one machine, an array for several. */
export function json(reports: readonly FullReport[]): string {
  const shown = reports.map(({ graph, coveredItems, ...report }) => report);
  return `${jsonText(shown.length === 1 ? shown[0] : shown)}\n`;
}
