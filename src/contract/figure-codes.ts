import { statesWith } from './stored-application.ts';

/**
 * Reasons why a recorded step deviates from the machine. `event`: the state does not accept the
 * event; `guard`: a guard failed; `target`: the machine reaches another state; `gap`: the step does
 * not start where the previous one ended; `end`: the application is not in the last recorded state.
 */
export const deviationReasons = ['event', 'guard', 'target', 'gap', 'end'] as const;

export const outcomes = /* @__PURE__ */ [
  'open' as const,
  ...statesWith('suspended'),
  ...statesWith('ended'),
];
