import type { Exploration } from './explore.ts';
import { Recorder } from './recorder.ts';
import { canonicalJson } from './state-value.ts';
import { abstractionKey, successors, type TimedSnapshot } from './timed-snapshot.ts';

/** Two snapshots that the abstraction calls the same, and an event that distinguishes them. */
export interface Difference {
  state: string;
  event: string;
  expected: string;
  actual: string;
}

/**
 * Checks the scenario's abstraction on the snapshots that exploration met and did not explore:
 * each must answer every sample as its configuration did, and lead to the same abstraction. What is
 * left out of the comparison is what effects carry along, since that may name instants.
 */
export function abstractionDifferences(found: Exploration): {
  compared: number;
  differences: Difference[];
} {
  const { scenario } = found;
  const recorder = new Recorder(scenario.machine, scenario.starts[0]?.input);
  const answersOf = (result: TimedSnapshot) =>
    new Map(
      [...successors(recorder, scenario, result)].map(({ sent, macrostep, result: next }) => [
        sent.name,
        canonicalJson([
          macrostep.transitions,
          macrostep.effects.map(({ name }) => name),
          abstractionKey(scenario, next),
        ]),
      ]),
    );
  const differences: Difference[] = [];
  let compared = 0;
  for (const configuration of found.configurations) {
    if (configuration.equivalents.length === 0) continue;
    const expected = answersOf(configuration);
    for (const result of configuration.equivalents) {
      compared++;
      const actual = answersOf(result);
      for (const event of new Set([...expected.keys(), ...actual.keys()])) {
        const [want = 'not offered', got = 'not offered'] = [
          expected.get(event),
          actual.get(event),
        ];
        if (want !== got)
          differences.push({ state: configuration.state, event, expected: want, actual: got });
      }
    }
  }
  return { compared, differences };
}
