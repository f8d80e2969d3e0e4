import { guardLeaves } from '../graph/guard.ts';
import { type Edge, type Exploration, isRefused } from './explore.ts';
import { whyNever } from './infeasibility.ts';
import { activeStates, stableText } from './state-value.ts';
import { switchGoal } from './switch-coverage.ts';
import { goalWith, stepOf, type TestRequirement } from './test-requirement.ts';

/** What is to be covered. `samples`: every event with every payload in every explored state. */
export type Criterion =
  | 'states'
  | 'transitions'
  | 'pairs'
  | 'guards'
  | 'negatives'
  | 'samples'
  | 'prime'
  | 'random';

/** The criteria whose items lie on single steps of a course. */
export type StepCriterion = Exclude<Criterion, 'prime' | 'random'>;

/** @param switches of `pairs`: how many transitions an item has beside its first, 1 or more */
export function goalOf(
  found: Exploration,
  criterion: StepCriterion,
  switches = 1,
): TestRequirement {
  if (criterion === 'states') return statesGoal(found);
  if (criterion === 'transitions') return transitionsGoal(found);
  if (criterion === 'pairs') return switchGoal(found, switches);
  if (criterion === 'guards') return guardsGoal(found);
  return movesGoal(found, criterion === 'negatives' ? isRefused : () => true);
}

/**
 * The places in words: the state, and the abstraction where that tells more. What only actors or
 * timers tell apart is numbered.
 */
export function placeTexts({ scenario, places }: Exploration): string[] {
  const times = new Map<string, number>();
  return places.map(({ state, snapshot, now }) => {
    const more = stableText(scenario.abstract(snapshot as never, now));
    const text = more === '{}' ? state : `${state} ${more}`;
    const time = (times.get(text) ?? 0) + 1;
    times.set(text, time);
    return time === 1 ? text : `${text} (${time})`;
  });
}

function statesGoal(found: Exploration): TestRequirement {
  const { graph, places, starts } = found;
  const sources = new Map(graph.transitions.map(({ id, source }) => [id, source]));
  const visited = (place: number, transitions: readonly string[]) => [
    ...activeStates(places[place]?.snapshot.value ?? {}),
    ...transitions.flatMap((id) => sources.get(id) ?? []),
  ];
  return goalWith(
    found,
    graph.states.filter(({ parent, type }) => parent && type !== 'history').map(({ id }) => id),
    (step) => ({
      items:
        'move' in step
          ? visited(step.move.to, step.move.transitions)
          : visited(starts[step.start]?.place ?? 0, starts[step.start]?.transitions ?? []),
      memory: [],
    }),
    () => 'no start and no sequence of samples enters it',
  );
}

function transitionsGoal(found: Exploration): TestRequirement {
  return goalWith(
    found,
    found.graph.transitions.filter(({ kind }) => kind !== 'initial').map(({ id }) => id),
    (step) => ({ items: [...stepOf(found, step).transitions], memory: [] }),
    (item) => whyNever(found, item),
  );
}

function guardsGoal(found: Exploration): TestRequirement {
  const universe = found.graph.transitions.flatMap(({ id, guard }) => {
    if (!guard) return [];
    const leaves = guardLeaves(guard);
    // A guard of a single name is its own only leaf.
    const parts = leaves.length === 1 && guard.kind === 'leaf' ? [null] : [null, ...leaves];
    return parts.flatMap((part) => [true, false].map((held) => guardItem(id, part, held)));
  });
  return goalWith(
    found,
    universe,
    (step) => ({
      items: stepOf(found, step).decisions.map(({ transition, guard, held }) =>
        guardItem(transition, guard, held),
      ),
      memory: [],
    }),
    () => 'no sample in any explored state makes it so when it is asked',
  );
}

function guardItem(transition: string, guard: string | null, held: boolean): string {
  return `${transition} ${guard ?? 'guard'} ${held}`;
}

function movesGoal(found: Exploration, wanted: (move: Edge) => boolean): TestRequirement {
  const texts = placeTexts(found);
  const item = (move: Edge) => `${texts[move.from]} · ${move.name}`;
  return goalWith(
    found,
    found.moves.filter(wanted).map(item),
    (step) => ({ items: 'move' in step && wanted(step.move) ? [item(step.move)] : [], memory: [] }),
    () => 'it was not explored',
  );
}
