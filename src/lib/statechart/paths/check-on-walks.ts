import { machineGraph } from '../graph/graph.ts';
import { addEdge, configurationOf, type Exploration, recordOf } from './explore.ts';
import { type Checked, checkProperties, type Property } from './properties.ts';
import { randomSource } from './random-source.ts';
import { Recorder } from './recorder.ts';
import type { Scenario } from './scenario.ts';
import { candidateEvents, startFrom, successorBy, type TimedEvent } from './timed-snapshot.ts';

export interface WalksWanted {
  seed: number;
  walks: number;
  length: number;
}

type Order = (candidates: TimedEvent[], step: number) => TimedEvent[];

/**
 * Checks `never` and `precededBy` on random walks; a single walk can violate only these kinds of
 * property. Walks keep the whole context and can go deeper, whereas exploration merges snapshots
 * with the same abstraction and stops at its limit. A violating walk is shortened while it still
 * violates the property.
 */
export async function checkOnWalks(
  scenario: Scenario,
  properties: readonly Property[],
  { seed, walks, length }: WalksWanted,
): Promise<Checked[]> {
  const random = randomSource(seed);
  const walkFrom = walkerOf(scenario);
  const byChance: Order = (candidates) =>
    candidates
      .map((sent) => ({ sent, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ sent }) => sent);
  const results = properties
    .filter(({ kind }) => kind === 'never' || kind === 'precededBy')
    .map((property): Checked => ({ property, breach: null, instances: 0 }));
  for (let walk = 0; walk < walks; walk++) {
    const start = Math.floor(random() * scenario.starts.length);
    const space = walkFrom(start, byChance, length);
    for (const result of results) {
      const checked = result.breach ? null : checkWalk(space, result.property);
      if (!checked) continue;
      result.instances += checked.instances;
      if (!checked.breach) continue;
      const breachBy = (steps: readonly string[]) =>
        checkWalk(walkFrom(start, inOrder(steps), steps.length), result.property)?.breach ?? null;
      const steps = await shrinkSteps(
        checked.breach.steps,
        (fewer) => breachBy(fewer)?.steps ?? null,
      );
      result.breach = breachBy(steps);
    }
  }
  return results;
}

function checkWalk(walk: Exploration, property: Property): Checked | null {
  const starts = walk.starts.map(({ name }) => name);
  if (property.starts && !starts.some((start) => property.starts?.includes(start))) return null;
  return checkProperties(walk, [{ ...property, starts }])[0] ?? null;
}

const inOrder =
  (steps: readonly string[]): Order =>
  (candidates, step) =>
    candidates.filter(({ name }) => name === steps[step]);

function walkerOf(scenario: Scenario) {
  const recorder = new Recorder(scenario.machine, scenario.starts[0]?.input);
  const graph = machineGraph(scenario.machine);
  return (start: number, order: Order, length: number): Exploration => {
    const { name = '', input } = scenario.starts[start] ?? {};
    const { macrostep, result: first } = startFrom(recorder, scenario, input);
    const space: Exploration = {
      scenario,
      graph,
      starts: [{ name, input, configuration: 0, ...recordOf(macrostep) }],
      configurations: [configurationOf(0, first)],
      edges: [],
      outgoing: [[]],
      complete: false,
    };
    let place = first;
    for (let step = 0; step < length; step++) {
      const next = order(candidateEvents(scenario, place), step)
        .values()
        .map((sent) => successorBy(recorder, scenario, place, sent))
        .find((successor) => successor !== null && successor.macrostep.transitions.length > 0);
      if (!next) break;
      const to = step + 1;
      space.configurations.push(configurationOf(to, next.result));
      space.outgoing.push([]);
      addEdge(space, next, { from: step, to });
      place = next.result;
    }
    return space;
  };
}

/**
 * Shortens a failing sequence: removes ever smaller parts until no part can be removed (delta
 * debugging).
 * @param again repeats some of the steps and returns those taken; null if they no longer fail
 */
async function shrinkSteps<Step>(
  steps: readonly Step[],
  again: (fewer: readonly Step[]) => Promise<readonly Step[] | null> | readonly Step[] | null,
): Promise<readonly Step[]> {
  let fewest = steps;
  for (let size = steps.length; size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < fewest.length; ) {
      const fewer = await again(fewest.toSpliced(at, size));
      if (fewer) fewest = fewer;
      // A step that was necessary before may have become unnecessary.
      at = fewer ? 0 : at + size;
    }
  return fewest;
}
