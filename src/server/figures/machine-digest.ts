import { createHash } from 'node:crypto';
import { transition } from 'xstate';
import { behaviourText } from '#lib/statechart/paths/behaviour.ts';
import { type Configuration, type Exploration, explore } from '#lib/statechart/paths/explore.ts';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { applicationScenario } from '#machines/application.scenario.ts';

/** Small and large steps aside, in units of the value: revisions, or ms. */
const ASIDE = [-86_400_000, -1, 1, 86_400_000];

/**
 * Digest of what a machine does, as 16 hexadecimal digits: where every event of its scenario leads
 * from every explored state, what it makes of the context, which guards say no, and what comes of
 * each accepted event with other numbers. How the rules are written changes nothing.
 */
export function digestOf(scenario: Scenario): string {
  const found = explore(scenario);
  const decisions = found.edges.map(({ name, decisions }) => [name, decisions]);
  return createHash('sha256')
    .update(behaviourText(found))
    .update(JSON.stringify([decisions, neighbours(found)]))
    .digest('hex')
    .slice(0, 16);
}

/** Targets of each accepted event when one of its numbers is another. */
function neighbours({ scenario, configurations, edges }: Exploration): unknown[] {
  return edges
    .filter(({ transitions }) => transitions.length > 0)
    .flatMap(({ from, event }) =>
      Object.entries(event)
        .filter(([, value]) => typeof value === 'number')
        .flatMap(([field, value]) =>
          ASIDE.map((step) => {
            const other = { ...event, [field]: value + step };
            const { snapshot } = configurations[from] as Configuration;
            const [next] = transition(scenario.machine, snapshot, other);
            return [next.value, next.context];
          }),
        ),
    );
}

let digest: string | undefined;

/** Digest of the application machine; a tenth of a second at the first call. */
export function machineDigest(): string {
  digest ??= digestOf(applicationScenario);
  return digest;
}
