import { guardLeaves } from '../graph/guard.ts';
import { type Edge, type Exploration, isRefused } from './explore.ts';
import { infeasibilityReason, unenteredReason } from './infeasibility.ts';
import { activeStates, canonicalJson } from './state-value.ts';
import { switchCoverage } from './switch-coverage.ts';
import { stepOf, type TestRequirement, testRequirement } from './test-requirement.ts';

/**
 * Coverage criteria. `states` after Ammann and Offutt, *Introduction to Software Testing*, 2nd ed.,
 * 7.2; `transitions` and `pairs` (n-switch) after Chow, IEEE TSE 4(3), 1978; `guards` after
 * ISO/IEC/IEEE 29119-4; `negatives` (sneak paths) after Binder, *Testing Object-Oriented Systems*,
 * 7.4; `random` after Whittaker and Thomason, IEEE TSE 20(10), 1994; `samples`: edge coverage of
 * the explored graph, every event with every payload in every state.
 */
export const criteria = [
  'states',
  'transitions',
  'pairs',
  'guards',
  'negatives',
  'samples',
  'random',
] as const;
export type Criterion = (typeof criteria)[number];

/** `random` is measured by another one. */
type StepCriterion = Exclude<Criterion, 'random'>;

/** @param switches of `pairs`: the number of transitions an item has beside its first, 1 or more */
export function testRequirementOf(
  found: Exploration,
  criterion: StepCriterion,
  switches = 1,
): TestRequirement {
  if (criterion === 'states') return stateCoverage(found);
  if (criterion === 'transitions') return transitionCoverage(found);
  if (criterion === 'pairs') return switchCoverage(found, switches);
  if (criterion === 'guards') return guardCoverage(found);
  return edgeCoverage(found, criterion === 'negatives' ? isRefused : () => true);
}

/**
 * Labels of the configurations: the state, and the abstraction where that adds to it. Those that
 * only actors or timers distinguish are numbered.
 */
export function configurationLabels({ scenario, configurations }: Exploration): string[] {
  const times = new Map<string, number>();
  return configurations.map(({ state, snapshot, now }) => {
    const more = canonicalJson(scenario.abstract(snapshot as never, now));
    const text = more === '{}' ? state : `${state} ${more}`;
    const time = (times.get(text) ?? 0) + 1;
    times.set(text, time);
    return time === 1 ? text : `${text} (${time})`;
  });
}

function stateCoverage(found: Exploration): TestRequirement {
  const { graph, configurations, starts } = found;
  const sources = new Map(graph.transitions.map(({ id, source }) => [id, source]));
  const visited = (configuration: number, transitions: readonly string[]) => [
    ...activeStates(configurations[configuration]?.snapshot.value ?? {}),
    ...transitions.flatMap((id) => sources.get(id) ?? []),
  ];
  return testRequirement(
    found,
    graph.states.filter(({ parent, type }) => parent && type !== 'history').map(({ id }) => id),
    (step) => ({
      items:
        'edge' in step
          ? visited(step.edge.to, step.edge.transitions)
          : visited(starts[step.start]?.configuration ?? 0, starts[step.start]?.transitions ?? []),
      memory: [],
    }),
    (item) => unenteredReason(found, item),
  );
}

function transitionCoverage(found: Exploration): TestRequirement {
  return testRequirement(
    found,
    found.graph.transitions.filter(({ kind }) => kind !== 'initial').map(({ id }) => id),
    (step) => ({ items: [...stepOf(found, step).transitions], memory: [] }),
    (item) => infeasibilityReason(found, item),
  );
}

function guardCoverage(found: Exploration): TestRequirement {
  const universe = found.graph.transitions.flatMap(({ id, guard }) => {
    if (!guard) return [];
    const leaves = guardLeaves(guard);
    // A guard of a single name is its own only leaf.
    const parts = leaves.length === 1 && guard.kind === 'leaf' ? [null] : [null, ...leaves];
    return parts.flatMap((part) => [true, false].map((held) => guardItem(id, part, held)));
  });
  return testRequirement(
    found,
    universe,
    (step) => ({
      items: stepOf(found, step).decisions.map(({ transition, guard, held }) =>
        guardItem(transition, guard, held),
      ),
      memory: [],
    }),
    (item) => ({
      reason: 'no sample in any explored state makes it so when it is asked',
      isCertain: infeasibilityReason(found, item.split(' ')[0] ?? '').isCertain,
    }),
  );
}

function guardItem(transition: string, guard: string | null, held: boolean): string {
  return `${transition} ${guard ?? 'guard'} ${held}`;
}

function edgeCoverage(found: Exploration, wanted: (edge: Edge) => boolean): TestRequirement {
  const texts = configurationLabels(found);
  const item = (edge: Edge) => `${texts[edge.from]} · ${edge.name}`;
  return testRequirement(
    found,
    found.edges.filter(wanted).map(item),
    (step) => ({ items: 'edge' in step && wanted(step.edge) ? [item(step.edge)] : [], memory: [] }),
    () => ({ reason: 'it was not explored', isCertain: false }),
  );
}
