import { z } from 'zod';
import type { MachineGraph } from '../graph/graph.ts';
import { walkableTransitions } from '../graph/graph-queries.ts';
import { type ConcreteWalk, concreteWalks } from '../paths/concrete-walks.ts';
import { criteria, infeasibilityReason } from '../paths/criteria.ts';
import { type Exploration, isNotAccepted } from '../paths/explore.ts';
import { type Plan, planKinds } from '../paths/plan.ts';
import type { Effect } from '../paths/recorder.ts';
import { displayedState } from '../paths/state-value.ts';

const count = z.int().min(0);
const texts = z.array(z.string()).readonly();
const state = z.strictObject({
  state: z.string().describe('The innermost states, `a.b + c.d`.'),
  code: z.int().nullable().describe('Status code in the `meta` of the state; null without one.'),
});
const effect: z.ZodType<Effect> = z.strictObject({
  name: z.string(),
  params: z.unknown().optional(),
}) as never;
const effects = z.array(effect).readonly();

const step = z.strictObject({
  transition: z.string().nullable().describe('The first one; null if the event was not accepted.'),
  transitions: texts.describe('All that were taken, with those that followed at once.'),
  name: z.string().describe('The event, with what distinguishes its payload.'),
  event: z.looseObject({ type: z.string() }),
  kind: z
    .enum(['event', 'clock', 'outcome'])
    .describe('`clock`: a delayed transition is due. `outcome`: an invoked actor ended.'),
  at: z.number().describe('Virtual time.'),
  notAccepted: z.boolean(),
  before: state,
  after: state,
  effects,
});
export type ReportedStep = z.infer<typeof step>;

const path = z.strictObject({
  name: z.string(),
  start: z.strictObject({
    name: z.string(),
    input: z.unknown().optional(),
    ...state.shape,
    transitions: texts.describe('Transitions that are taken at once.'),
    effects,
  }),
  steps: z.array(step),
});
export type ReportedPath = z.infer<typeof path>;

const report = z.strictObject({
  machine: z.string(),
  criterion: z.enum(criteria),
  plan: z.enum(planKinds),
  seed: count,
  covered: count,
  total: count.describe('Items of the criterion, with the infeasible ones.'),
  uncovered: texts,
  infeasible: z.array(
    z.strictObject({
      item: z.string(),
      reason: z.string(),
      isCertain: z.boolean().describe('Other samples could not change it.'),
    }),
  ),
  steps: count,
  resets: count,
  stopped: z.string().nullable().describe('Why the exploration ended early; null if it did not.'),
  paths: z.array(path),
});
export type Report = z.infer<typeof report>;

export function jsonSchema(): object {
  const schema = z.union([report, z.array(report)]).meta({
    title: 'Paths through statecharts',
    description:
      'What `paths --format json` writes: one report, or a list of them for several machines. Times are in ms since the epoch.',
  });
  return z.toJSONSchema(schema, {
    reused: 'ref',
    override: ({ jsonSchema }) => void delete jsonSchema.readOnly,
  });
}

export interface FullReport extends Report {
  graph: MachineGraph;
  coveredItems: string[];
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
    coveredItems: planned.covered,
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
  const shown = reports.map(({ graph, coveredItems, unreached, ...report }) => report);
  return `${jsonText(shown.length === 1 ? shown[0] : shown)}\n`;
}
