/**
 * Why the machine would not have made a step. `event`: not taken there; `guard`: one did not hold;
 * `target`: leads elsewhere; `gap`: does not follow from the step before; `end`: the application is
 * not where its history ends.
 */
export const deviationReasons = ['event', 'guard', 'target', 'gap', 'end'] as const;
