import { behaviourText } from '../paths/behaviour.ts';
import { explore } from '../paths/explore.ts';
import type { Scenario } from '../paths/scenario.ts';
import type { Mutant } from './mutant.ts';

/** Explored configurations at most; a mutant that leads on and on differs long before. */
const MAX_CONFIGURATIONS = 3_000;
/** Of these most mutants differ already, and need not be explored to their end. */
const FIRST_CONFIGURATIONS = [4, 24];

/**
 * Mutants that behave as approved, which no check of the behaviour can catch (equivalent mutants
 * among them; DeMillo, Lipton and Sayward, «Hints on test data selection», 1978).
 * @param approved the machine's own `behaviourText`
 * @throws when the machine itself does not behave as approved
 */
export function survivors(
  scenario: Scenario,
  mutants: readonly Mutant[],
  approved: string,
): Mutant[] {
  const { machine } = scenario;
  if (behaviourOf(scenario, machine) !== approved)
    throw new Error(`${machine.id} itself does not do what was approved`);
  return FIRST_CONFIGURATIONS.reduce(
    (left, most) => alike(scenario, left, behaviourOf(scenario, machine, most), most),
    mutants,
  ).filter((mutant) => behaviourOf(scenario, mutant.machine) === approved);
}

function alike(scenario: Scenario, mutants: readonly Mutant[], behaviour: string, most: number) {
  return mutants.filter((mutant) => behaviourOf(scenario, mutant.machine, most) === behaviour);
}

/** A mutant that cannot even be explored behaves as its error says, and is caught. */
function behaviourOf(
  scenario: Scenario,
  machine: Scenario['machine'],
  most = MAX_CONFIGURATIONS,
): string {
  try {
    return behaviourText(explore({ ...scenario, machine }, most));
  } catch (error) {
    return String(error);
  }
}
