import type { MachineGraph } from '../graph/graph.ts';
import { walkableTransitions } from '../graph/graph-queries.ts';
import { type ConcreteWalk, concreteWalks } from '../paths/concrete-walks.ts';
import { infeasibilityReason } from '../paths/criteria.ts';
import { type Exploration, isNotAccepted } from '../paths/explore.ts';
import type { Plan, PlanKind } from '../paths/plan.ts';
import type { Effect } from '../paths/recorder.ts';
import { type DisplayedState, displayedState } from '../paths/state-value.ts';
import type { TimedEvent } from '../paths/timed-snapshot.ts';

export interface ReportedStep extends TimedEvent {
  /** The first of `transitions`; null if the event was not accepted. */
  transition: string | null;
  /** All that were taken, including those that followed immediately. */
  transitions: readonly string[];
  notAccepted: boolean;
  before: DisplayedState;
  after: DisplayedState;
  effects: readonly Effect[];
}

export interface ReportedPath {
  name: string;
  start: DisplayedState & {
    name: string;
    input: unknown;
    transitions: readonly string[];
    effects: readonly Effect[];
  };
  steps: ReportedStep[];
}

/** Content of `paths --format json`. Times are in ms since the epoch. */
export interface Report extends Omit<Plan, 'covered' | 'walks'> {
  machine: string;
  plan: PlanKind;
  seed: number;
  covered: number;
  /** Number of items of the criterion, including infeasible ones. */
  total: number;
  steps: number;
  resets: number;
  paths: ReportedPath[];
}

export interface FullReport extends Report {
  graph: MachineGraph;
  /** Transitions that no path takes with the events sent, although the machine may permit it. */
  unreached: string[];
}

export function reportOf(
  machine: string,
  exploration: Exploration,
  planned: Plan,
  { plan, seed }: Pick<Report, 'plan' | 'seed'>,
): FullReport {
  return {
    machine,
    criterion: planned.criterion,
    plan,
    seed,
    covered: planned.covered.length,
    total: planned.covered.length + planned.uncovered.length + planned.infeasible.length,
    uncovered: planned.uncovered,
    infeasible: planned.infeasible,
    steps: planned.walks.reduce((sum, { edges }) => sum + edges.length, 0),
    resets: Math.max(0, planned.walks.length - 1),
    stopped: planned.stopped,
    paths: concreteWalks(exploration, planned.walks).map((walk, index) =>
      pathOf(exploration, walk, index + 1),
    ),
    graph: exploration.graph,
    unreached: unreachedTransitions(exploration),
  };
}

function unreachedTransitions(exploration: Exploration): string[] {
  return walkableTransitions(exploration.graph)
    .map(({ id }) => id)
    .filter((id) => !exploration.taken.has(id) && !infeasibilityReason(exploration, id).isCertain);
}

function pathOf(
  exploration: Exploration,
  { walk, start, macrostep, steps }: ConcreteWalk,
  number: number,
): ReportedPath {
  const origin = exploration.starts[walk.start];
  const end = displayedState((steps.at(-1)?.result ?? start).snapshot);
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  return {
    name: `${number}. ${origin?.name} to ${end.state}, ${count}`,
    start: {
      name: origin?.name ?? '',
      input: origin?.input,
      ...displayedState(start.snapshot),
      transitions: macrostep.transitions,
      effects: macrostep.effects,
    },
    steps: steps.map(({ edge, sent, macrostep, result }, index) => ({
      transition: macrostep.transitions[0] ?? null,
      transitions: macrostep.transitions,
      ...sent,
      notAccepted: isNotAccepted(edge),
      before: displayedState((steps[index - 1]?.result ?? start).snapshot),
      after: displayedState(result.snapshot),
      effects: macrostep.effects,
    })),
  };
}

/** Formats JSON. Values that JSON cannot express become lists, texts or null. */
export function jsonText(value: unknown, indent = 2): string {
  return JSON.stringify(plain(value, []), null, indent);
}

function plain(value: unknown, around: readonly unknown[]): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (around.includes(value)) return '(circular)';
  const inner = (part: unknown) => plain(part, [...around, value]);
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (Array.isArray(value) || value instanceof Set || value instanceof Map)
    return Array.from(value as Iterable<unknown>, inner);
  const { toJSON } = value as { toJSON?: () => unknown };
  if (typeof toJSON === 'function') return inner(toJSON.call(value));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inner(part)]));
}

export function json(reports: readonly FullReport[]): string {
  const shown = reports.map(({ graph, unreached, ...report }) => report);
  return `${jsonText(shown.length === 1 ? shown[0] : shown)}\n`;
}
