/** Applications that one simulation begins with, at most: those filed last. */
export const MAX_SIMULATED = 2000;
export const MAX_STAFF = 500;
export const MAX_ANSWER_DAYS = 365;
export const MAX_SEED = 2 ** 31 - 1;
