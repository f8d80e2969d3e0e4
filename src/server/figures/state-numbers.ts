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

const states = new Map([...numbers].map(([state, number]) => [number, state]));

/** The state; null of a number that only an earlier release had a state for. */
export const stateOfNumber = (number: number): ApplicationState | null =>
  states.get(number) ?? null;
