import { createTestModel } from '@xstate/test';
import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { type Edge, type Exploration, explore } from '#lib/statechart/paths/explore.ts';
import { Recorder } from '#lib/statechart/paths/recorder.ts';
import { canonicalJson, stateText } from '#lib/statechart/paths/state-value.ts';
import { scenarios } from '#machines/scenarios.ts';

interface Path {
  description: string;
  state: AnyMachineSnapshot;
  steps: { event: EventObject; state: AnyMachineSnapshot }[];
  testSync(params: {
    states: Record<string, (state: AnyMachineSnapshot) => void>;
    events: Record<string, (step: { event: EventObject }) => void>;
  }): void;
}

/** `@xstate/test` supports machines without actors and delays: those of the server, and one of the browser. */
const fitting = [
  'application',
  'challenge',
  'second-factor',
  'dispute',
  'quote',
  'report',
  'grant',
  'upload-queue',
] as const;

describe.each(fitting)('%s', (name) => {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`${name} has no scenario`);
  const found = explore(scenario);

  found.starts.forEach((start, index) => {
    const paths = testPaths(found, index);
    const reached = reachedFrom(found, index);

    for (const path of paths)
      test(`${start.name}: ${path.description.slice(0, 150)}`, () => {
        const recorder = new Recorder(scenario.machine);
        let { snapshot } = recorder.start(start.input);
        let executed = 0;
        const take = ({ event }: { event: EventObject }) => {
          if (event.type === 'xstate.init') return;
          snapshot = recorder.step(snapshot, event).snapshot;
          executed++;
        };
        const types = [...new Set(path.steps.map(({ event }) => event.type))];
        path.testSync({
          states: { '*': (state) => expect(shown(found, snapshot)).toBe(shown(found, state)) },
          events: Object.fromEntries(types.map((type) => [type, take])),
        });
        expect(executed).toBe(
          path.steps.filter(({ event }) => event.type !== 'xstate.init').length,
        );
      });

    test(`${start.name}: xstate/graph reaches the same states`, () => {
      const theirs = paths.flatMap(({ steps }) => steps.map(({ state }) => stateText(state.value)));
      expect([...new Set(theirs)].sort()).toEqual([...new Set(reached)].sort());
    });
  });
});

/**
 * Shortest paths by xstate/graph, because the generator of `@xstate/test` does not run with this
 * version of XState. It has no clock: time stands still, instants are in the events.
 */
function testPaths(found: Exploration, start: number): Path[] {
  const { scenario } = found;
  const samplesAt = (snapshot: AnyMachineSnapshot) =>
    scenario.samples(snapshot as never, scenario.epoch).map(({ event }) => event);
  const model = createTestModel(scenario.machine, {
    input: found.starts[start]?.input,
    events: samplesAt,
    // The library adds an event without data for each type that has no sample in a state.
    filterEvents: (snapshot: AnyMachineSnapshot, { type }: EventObject) =>
      samplesAt(snapshot).some((event) => event.type === type),
    serializeState: (snapshot: AnyMachineSnapshot) => shown(found, snapshot),
  } as never);
  return model.getPaths(getShortestPaths as never) as unknown as Path[];
}

/** States of a path represent their abstraction: the library retains the last snapshot of each. */
function shown({ scenario }: Exploration, snapshot: AnyMachineSnapshot): string {
  return canonicalJson([snapshot.value, scenario.abstract(snapshot as never, scenario.epoch)]);
}

function reachedFrom(found: Exploration, start: number): string[] {
  const seen = new Set([found.starts[start]?.configuration ?? 0]);
  for (const configuration of seen)
    for (const edge of found.outgoing[configuration] as Edge[]) seen.add(edge.to);
  return [...seen].map((configuration) => found.configurations[configuration]?.state ?? '');
}
