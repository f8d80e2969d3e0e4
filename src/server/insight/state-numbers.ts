import { type ApplicationState, applicationStates, codeOf } from '#contract/stored-application.ts';

/** Beyond every status code. */
const SECOND = 100;

/**
 * Number of a state in the tables of steps and courses: its status code, and for the states that
 * share the code of an earlier one a number of their own.
 */
const numbers = new Map<ApplicationState, number>();
for (const state of applicationStates) {
  const sharers = [...numbers.keys()].filter((other) => codeOf(other) === codeOf(state)).length;
  numbers.set(state, codeOf(state) + sharers * SECOND);
}

export const stateNumberOf = (state: ApplicationState): number => numbers.get(state) as number;

/** @throws {Error} of a number that no state has */
export function stateOfNumber(number: number): ApplicationState {
  const found = applicationStates.find((state) => stateNumberOf(state) === number);
  if (!found) throw new Error(`No state has the number ${number}`);
  return found;
}
