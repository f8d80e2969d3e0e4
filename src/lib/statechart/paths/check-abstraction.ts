import type { Exploration } from './explore.ts';
import { Recorder } from './recorder.ts';
import { canonicalJson } from './state-value.ts';
import { abstractionKey, successors, type TimedSnapshot } from './timed-snapshot.ts';

export interface Difference {
  state: string;
  event: string;
  expected: string;
  actual: string;
}

/**
 * Checks the scenario's abstraction on snapshots that exploration found but did not expand. For
 * every sample, transitions, effects and next abstraction must equal those of the configuration
 * that represents the snapshot. Params of effects may contain instants and are not compared.
 */
export function abstractionDifferences(exploration: Exploration): {
  compared: number;
  differences: Difference[];
} {
  const { scenario } = exploration;
  const recorder = new Recorder(scenario.machine);
  const responsesOf = (result: TimedSnapshot) =>
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
  for (const configuration of exploration.configurations) {
    if (configuration.equivalents.length === 0) continue;
    const expected = responsesOf(configuration);
    for (const result of configuration.equivalents) {
      compared++;
      const actual = responsesOf(result);
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
