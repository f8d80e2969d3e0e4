import type { Edge, Exploration } from './explore.ts';
import { Recorder, type Taken } from './recorder.ts';
import { keyOf, type Sent, sendable, snapshotAfter, type TimedSnapshot } from './timed-snapshot.ts';
import type { Walk } from './walk.ts';

/** One step of a walk with the payload, instant and snapshot it really has there. */
export interface ConcreteStep {
  move: Edge;
  sent: Sent;
  taken: Taken;
  moment: TimedSnapshot;
}

export interface ConcreteWalk {
  walk: Walk;
  start: TimedSnapshot;
  taken: Taken;
  steps: ConcreteStep[];
}

/**
 * Walks a plan's walk from its start. The moves of a walk were explored from snapshots that only
 * stand for the ones the walk comes through, so each event is made anew from the sample of the
 * same name: with the revision, the instants and the ids of this walk.
 * @throws when a step goes another way than the explored one: the scenario's abstraction is wrong
 */
export function concreteWalks(found: Exploration, walks: readonly Walk[]): ConcreteWalk[] {
  const { scenario, starts } = found;
  const recorder = new Recorder(scenario.machine, scenario.starts[0]?.input);
  return walks.map((walk) => {
    const taken = recorder.start(starts[walk.start]?.input);
    const start = snapshotAfter([], taken, scenario.epoch);
    const steps: ConcreteStep[] = [];
    let moment = start;
    for (const move of walk.moves) {
      const step = concreteStep(found, recorder, moment, move);
      steps.push(step);
      moment = step.moment;
    }
    return { walk, start, taken, steps };
  });
}

function concreteStep(
  found: Exploration,
  recorder: Recorder,
  from: TimedSnapshot,
  move: Edge,
): ConcreteStep {
  const sent = sendable(found.scenario, from).find(({ name }) => name === move.name);
  if (!sent) throw new Error(`«${move.name}» cannot be sent in ${found.places[move.from]?.key}`);
  const taken = recorder.step(from.snapshot, sent.event);
  const rest = from.timers.filter(({ event }) => sent.kind !== 'clock' || event !== sent.event);
  const moment = snapshotAfter(rest, taken, sent.at);
  const [expected, actual] = [found.places[move.to]?.key, keyOf(found.scenario, moment)];
  const isSame = taken.transitions.join() === move.transitions.join() && expected === actual;
  if (!isSame) throw new Error(`«${move.name}» led to ${actual} instead of ${expected}`);
  return { move, sent, taken, moment };
}
