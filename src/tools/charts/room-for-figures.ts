import type { MachineName } from '#charts/words/chart-words.ts';
import { applicationStates } from '#machines/application.machine.ts';
import type { Notes } from './lay-out.ts';

/** The machine over which figures are drawn: another layout of it keeps room for them. */
export const FIGURED = 'application' satisfies MachineName;

const states: readonly string[] = applicationStates;

/** Lines for figures: three in each state that an application can be in, two beside each arrow. */
export const roomForFigures: Notes = {
  ofState: (id) => (states.includes(id) ? Array(3).fill('0'.repeat(25)) : []),
  ofTransition: () => Array(2).fill('0'.repeat(20)),
};
