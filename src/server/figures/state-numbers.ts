import { type ApplicationState, applicationStates, codeOf } from '#contract/stored-application.ts';

export const BEFORE_FILING = -1;
/** Outcome of an open application. The outcome of an ended one is the number of its final state. */
export const OPEN = -1;

/** Makes numbers of states with the same status code unique; greater than every code. */
const OFFSET = 100;

/** Unique numbers of the states in the tables of steps and courses, based on their status codes. */
const numbers = new Map<ApplicationState, number>();
for (const state of applicationStates) {
  const sharers = [...numbers.keys()].filter((other) => codeOf(other) === codeOf(state)).length;
  numbers.set(state, codeOf(state) + sharers * OFFSET);
}

export const stateNumberOf = (state: ApplicationState): number => numbers.get(state) as number;

const states = new Map([...numbers].map(([state, number]) => [number, state]));

export const stateOfNumber = (number: number): ApplicationState | null =>
  states.get(number) ?? null;
