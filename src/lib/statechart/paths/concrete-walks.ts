import type { Configuration, Edge, Exploration, Walk } from './explore.ts';
import { type Macrostep, Recorder, type StepRecord } from './recorder.ts';
import { canonicalJson, stateText } from './state-value.ts';
import {
  abstractionKey,
  candidateEvents,
  type Successor,
  startFrom,
  stepFrom,
  type TimedSnapshot,
} from './timed-snapshot.ts';

export interface ConcreteStep extends Successor {
  edge: Edge;
}

export interface ConcreteWalk {
  walk: Walk;
  start: TimedSnapshot;
  macrostep: Macrostep;
  steps: ConcreteStep[];
}

/**
 * Executes planned walks from their starts. Each event is created again from its sample, with the
 * revision, instants and ids of the walk, because exploration used snapshots of other walks.
 * @throws if a step leads elsewhere than explored: the scenario's abstraction is wrong
 */
export function concreteWalks(exploration: Exploration, walks: readonly Walk[]): ConcreteWalk[] {
  const recorder = new Recorder(exploration.scenario.machine);
  return walks.map((walk) => {
    const { macrostep, start } = concreteStart(exploration, recorder, walk.start);
    const steps: ConcreteStep[] = [];
    let result = start;
    for (const edge of walk.edges) {
      const step = concreteStep(exploration, recorder, result, edge);
      steps.push(step);
      result = step.result;
    }
    return { walk, start, macrostep, steps };
  });
}

export function concreteStart(
  { scenario, starts }: Exploration,
  recorder: Recorder,
  start: number,
): Pick<ConcreteWalk, 'start' | 'macrostep'> {
  const { macrostep, result } = startFrom(recorder, scenario, starts[start]?.input);
  return { macrostep, start: result };
}

export function concreteStep(
  exploration: Exploration,
  recorder: Recorder,
  from: TimedSnapshot,
  edge: Edge,
): ConcreteStep {
  const sent = candidateEvents(exploration.scenario, from).find(({ name }) => name === edge.name);
  if (!sent)
    throw new Error(
      `«${edge.name}» cannot be sent in ${exploration.configurations[edge.from]?.state}`,
    );
  const step = stepFrom(recorder, from, sent);
  const { macrostep, result } = step;
  const expected = exploration.configurations[edge.to] as Configuration;
  const isSame =
    sortedText(macrostep) === sortedText(edge) &&
    abstractionKey(exploration.scenario, expected) === abstractionKey(exploration.scenario, result);
  if (!isSame)
    throw new Error(
      `«${edge.name}» has another result than explored: ${differenceOf(expected, result)}`,
    );
  return { ...step, edge };
}

/** Sorts the transitions of each microstep, because those of parallel regions have no order. */
function sortedText({ microsteps }: StepRecord): string {
  return JSON.stringify(microsteps.map((taken) => taken.toSorted()));
}

function differenceOf(expected: TimedSnapshot, actual: TimedSnapshot): string {
  const [want, got] = [expected, actual].map(({ snapshot }) => stateText(snapshot.value));
  if (want !== got) return `${got} instead of ${want}`;
  const [before, after] = [expected, actual].map(
    ({ snapshot }) => snapshot.context as Record<string, unknown>,
  ) as [Record<string, unknown>, Record<string, unknown>];
  const fields = Object.keys({ ...before, ...after })
    .filter((key) => canonicalJson(before[key]) !== canonicalJson(after[key]))
    .map((key) => `context.${key}`);
  return `${fields.join(', ') || 'its transitions or pending delays'} in ${got}`;
}
