import type { GraphTransition, MachineGraph } from '../graph/graph.ts';
import {
  canFollow,
  enterableStates,
  isShadowed,
  walkableTransitions,
} from '../graph/graph-queries.ts';
import { guardLeaves, guardText } from '../graph/guard.ts';
import { type Edge, type Exploration, isNotAccepted } from './explore.ts';
import { canonicalJson } from './state-value.ts';
import {
  type Infeasibility,
  stepOf,
  type TestRequirement,
  testRequirement,
} from './test-requirement.ts';

/**
 * Coverage criteria. `states`: Ammann and Offutt, *Introduction to Software Testing*, 2nd ed., 7.2.
 * `transitions` and `pairs` (1-switch): Chow, IEEE TSE 4(3), 1978. `guards`: ISO/IEC/IEEE 29119-4.
 * `negatives` (sneak paths): Binder, *Testing Object-Oriented Systems*, 7.4. `samples`: every event with
 * every payload in every state (edge coverage of the explored graph).
 */
export const criteria = [
  'states',
  'transitions',
  'pairs',
  'guards',
  'negatives',
  'samples',
] as const;
export type Criterion = (typeof criteria)[number];

const EMPTY_MEMORY: readonly string[] = [];

export function testRequirementOf(exploration: Exploration, criterion: Criterion): TestRequirement {
  if (criterion === 'states') return stateCoverage(exploration);
  if (criterion === 'transitions') return transitionCoverage(exploration);
  if (criterion === 'pairs') return pairCoverage(exploration);
  if (criterion === 'guards') return guardCoverage(exploration);
  return edgeCoverage(exploration, criterion === 'negatives' ? isNotAccepted : () => true);
}

function configurationLabels({ scenario, configurations }: Exploration): string[] {
  const times = new Map<string, number>();
  return configurations.map(({ state, snapshot, now }) => {
    const more = canonicalJson(scenario.abstract(snapshot as never, now));
    const text = more === '{}' ? state : `${state} ${more}`;
    const time = (times.get(text) ?? 0) + 1;
    times.set(text, time);
    return time === 1 ? text : `${text} (${time})`;
  });
}

function stateCoverage(exploration: Exploration): TestRequirement {
  return testRequirement(
    exploration,
    exploration.graph.states
      .filter(({ parent, type }) => parent && type !== 'history')
      .map(({ id }) => id),
    (step) => ({ items: stepOf(exploration, step).entered, memory: EMPTY_MEMORY }),
    (item) => unenteredReason(exploration, item),
  );
}

function transitionCoverage(exploration: Exploration): TestRequirement {
  return testRequirement(
    exploration,
    walkableTransitions(exploration.graph).map(({ id }) => id),
    (step) => ({ items: stepOf(exploration, step).transitions, memory: EMPTY_MEMORY }),
    (item) => infeasibilityReason(exploration, item),
  );
}

function guardCoverage(exploration: Exploration): TestRequirement {
  // Inline functions within a composite guard are not observed.
  const { guards: named } = exploration.scenario.machine.implementations;
  const transitionsOf = new Map<string, string>();
  for (const { id, guard } of exploration.graph.transitions) {
    if (!guard) continue;
    const leaves = guard.kind === 'leaf' ? [] : guardLeaves(guard);
    for (const part of [null, ...leaves.filter((name) => Object.hasOwn(named, name))])
      for (const held of [true, false]) transitionsOf.set(guardItem(id, part, held), id);
  }
  return testRequirement(
    exploration,
    [...transitionsOf.keys()],
    (step) => ({
      items: stepOf(exploration, step)
        .decisions.map(({ transition, guard, held }) => guardItem(transition, guard, held))
        .filter((item) => transitionsOf.has(item)),
      memory: EMPTY_MEMORY,
    }),
    (item) => ({
      reason: 'no event in any explored state gives the guard this result',
      isCertain: infeasibilityReason(exploration, transitionsOf.get(item) ?? '').isCertain,
    }),
  );
}

function guardItem(transition: string, guard: string | null, held: boolean): string {
  return `${transition} ${guard ?? 'guard'} ${held}`;
}

function edgeCoverage(exploration: Exploration, wanted: (edge: Edge) => boolean): TestRequirement {
  const texts = configurationLabels(exploration);
  const item = (edge: Edge) => `${texts[edge.from]} · ${edge.name}`;
  return testRequirement(
    exploration,
    exploration.edges.filter(wanted).map(item),
    (step) => ({
      items: 'edge' in step && wanted(step.edge) ? [item(step.edge)] : [],
      memory: EMPTY_MEMORY,
    }),
    () => ({ reason: 'it was not explored', isCertain: false }),
  );
}

type Pair = readonly [GraphTransition, GraphTransition];

/**
 * Every pair of transitions that can follow one another according to the definition. With parallel
 * regions, a microstep takes several transitions; each forms a pair with each of the next microstep.
 */
function pairCoverage(exploration: Exploration): TestRequirement {
  const declared = walkableTransitions(exploration.graph);
  const byItem = new Map<string, Pair>(
    declared.flatMap((before) =>
      declared
        .filter((next) => canFollow(exploration.graph, before, next))
        .map((next) => [`${before.id} → ${next.id}`, [before, next]] as const),
    ),
  );
  return testRequirement(
    exploration,
    [...byItem.keys()],
    (step, memory) => {
      const items: string[] = [];
      let last = memory;
      for (const taken of stepOf(exploration, step).microsteps) {
        items.push(...pairsOf(last, taken));
        last = taken;
      }
      return { items, memory: last };
    },
    (item) => pairInfeasibility(exploration, byItem.get(item) as Pair),
  );
}

export function pairsOf(before: readonly string[], next: readonly string[]): string[] {
  return before.flatMap((one) => next.map((other) => `${one} → ${other}`));
}

function pairInfeasibility(exploration: Exploration, [before, next]: Pair): Infeasibility {
  const untaken = [before, next].find(({ id }) => !exploration.taken.has(id));
  if (untaken) {
    const { reason, isCertain } = infeasibilityReason(exploration, untaken.id);
    return { reason: `${untaken.id} is never taken: ${reason}`, isCertain };
  }
  const guard = next.guard ? guardText(next.guard) : null;
  const after = [...edgesAfter(exploration, before.id)];
  return { reason: notTakenReason(next.id, next.label, guard, after), isCertain: false };
}

function* edgesAfter(exploration: Exploration, id: string): Generator<Edge> {
  const configurations = new Set<number>();
  for (const { microsteps, to } of exploration.edges)
    if (microsteps.at(-1)?.includes(id)) configurations.add(to);
  for (const { microsteps, configuration } of exploration.starts)
    if (microsteps.at(-1)?.includes(id)) configurations.add(configuration);
  for (const configuration of configurations) yield* exploration.outgoing[configuration] ?? [];
}

export function infeasibilityReason(exploration: Exploration, id: string): Infeasibility {
  const transition = exploration.graph.transitions.find((each) => each.id === id);
  if (!transition) return { reason: 'the machine does not declare it', isCertain: true };
  const { source, guard, label } = transition;
  const certain = certainReason(exploration.graph, transition);
  if (certain !== null) return { reason: certain, isCertain: true };
  const isEntered = source.startsWith('#') || exploration.entered.has(source);
  const reason = isEntered
    ? notTakenReason(id, label, guard ? guardText(guard) : null, exploration.edges)
    : `${source} is never entered`;
  return { reason, isCertain: false };
}

function unenteredReason({ graph }: Exploration, state: string): Infeasibility {
  return enterableStates(graph).has(state)
    ? { reason: 'no start and no sequence of events enters it', isCertain: false }
    : { reason: `no transition leads to ${state}`, isCertain: true };
}

function certainReason(graph: MachineGraph, transition: GraphTransition): string | null {
  const { source, delay } = transition;
  if (delay?.ms === Number.POSITIVE_INFINITY) return 'its delay is infinite';
  if (!enterableStates(graph).has(source)) return `no transition leads to ${source}`;
  return isShadowed(graph, transition)
    ? 'an earlier transition of the same event has no guard'
    : null;
}

function notTakenReason(
  id: string,
  label: string,
  guard: string | null,
  edges: Exploration['edges'],
): string {
  const evaluated = edges.flatMap(({ decisions }) =>
    decisions.filter((decision) => decision.transition === id && decision.guard === null),
  ).length;
  if (evaluated > 0) return `${guard} was never true (evaluations: ${evaluated})`;
  return `it was never evaluated: no ${label} was sent in its state, a guard threw an error, or another transition handled the event`;
}
