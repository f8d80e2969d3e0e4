import type { GraphTransition, MachineGraph } from '../graph/graph.ts';
import { walkableTransitions } from '../graph/graph-queries.ts';
import type { MachineSummary } from './summary.ts';
import { fingerprint, type Visits } from './visit-log.ts';

interface RequiredTransition {
  machine: string;
  transition: string;
  takenBy: { suite: string; times: number }[];
  /** Reason why no path can take the transition; null if one can. */
  infeasible: string | null;
}

export interface RequirementRow {
  requirement: string;
  text: string | null;
  transitions: RequiredTransition[];
}

/**
 * Traces requirements to transitions, and transitions to the suites that took them. States and
 * transitions list their requirements in `meta.requirements`; a transition inherits those of the
 * states around it.
 * @param known texts of the requirements by id; null if only the machines name them
 */
export function requirementTable(
  summaries: readonly MachineSummary[],
  visits: readonly Visits[],
  known: Readonly<Record<string, string>> | null,
): RequirementRow[] {
  const traced = summaries.flatMap((summary) => tracedTransitions(summary, visits));
  const named = traced.flatMap(({ requirements }) => requirements);
  return [...new Set([...Object.keys(known ?? {}), ...named])].map((requirement) => ({
    requirement,
    text: known === null ? '' : (known[requirement] ?? null),
    transitions: traced
      .filter(({ requirements }) => requirements.includes(requirement))
      .map(({ requirements, ...transition }) => transition),
  }));
}

function tracedTransitions(
  { machine, graph, transitions: { infeasible } }: MachineSummary,
  visits: readonly Visits[],
): (RequiredTransition & { requirements: string[] })[] {
  const version = fingerprint(graph);
  const own = visits.filter((each) => each.machine === machine && each.fingerprint === version);
  return walkableTransitions(graph).map((transition) => ({
    machine,
    transition: transition.id,
    requirements: requirementsOf(graph, transition),
    takenBy: own.flatMap(({ level, suite, transitions }) => {
      const times = transitions[transition.id];
      return times ? [{ suite: `${level} ${suite}`, times }] : [];
    }),
    infeasible: infeasible.find(({ item }) => item === transition.id)?.reason ?? null,
  }));
}

export function traceGaps(rows: readonly RequirementRow[]): string[] {
  return rows.flatMap(({ requirement, text, transitions }) => [
    ...(text === null
      ? [`${requirement}: a machine names it, but it is not a known requirement`]
      : []),
    ...(transitions.length === 0 ? [`${requirement}: no transition implements it`] : []),
    ...transitions
      .filter(({ takenBy, infeasible }) => takenBy.length === 0 && infeasible === null)
      .map(({ machine, transition }) => `${requirement}: no suite took ${machine} ${transition}`),
  ]);
}

export function requirementText(rows: readonly RequirementRow[]): string {
  const blocks = rows.map(({ requirement, text, transitions }) =>
    [
      `${requirement}${text ? `: ${text}` : ''}`,
      ...transitions.map(({ machine, transition, takenBy, infeasible }) => {
        const suites = takenBy.map(({ suite, times }) => `${suite} ×${times}`).join(', ');
        const none = infeasible === null ? 'no suite' : `cannot be taken: ${infeasible}`;
        return `  ${machine} ${transition}  ${suites || none}`;
      }),
    ].join('\n'),
  );
  return `${blocks.join('\n\n')}\n`;
}

function requirementsOf({ states }: MachineGraph, { meta, source }: GraphTransition): string[] {
  const byId = new Map(states.map((state) => [state.id, state]));
  const named = [...namedIn(meta)];
  for (let state = byId.get(source); state; state = byId.get(state.parent ?? ''))
    named.push(...namedIn(state.meta));
  return named;
}

function namedIn(meta: unknown): readonly string[] {
  return (meta as { requirements?: readonly string[] } | null)?.requirements ?? [];
}
