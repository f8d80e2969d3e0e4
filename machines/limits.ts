const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A sign-in code is good for so long, in ms, and for one sign-in. */
export const CODE_LIFETIME = 10 * MINUTE;

/** A further code is sent no sooner than this after the last one, in ms. */
export const RESEND_INTERVAL = 30 * SECOND;

/** So many wrong codes in a row lock an address or a second factor (specification §9)… */
export const MAX_WRONG_TRIES = 5;

/** …for this long, in ms. */
export const LOCK_DURATION = 24 * HOUR;

/** Generations of one report that may begin before it counts as failed. */
export const MAX_ATTEMPTS = 5;

/** `CODE_LIFETIME` and `LOCK_DURATION` in the units that texts name them in. */
export const CODE_MINUTES = CODE_LIFETIME / MINUTE;
export const LOCK_HOURS = LOCK_DURATION / HOUR;
