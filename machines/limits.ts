const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const CODE_LIFETIME = 10 * MINUTE;

export const RESEND_INTERVAL = 30 * SECOND;

/** Consecutive wrong codes until an address or a second factor is locked (specification §9). */
export const MAX_WRONG_TRIES = 5;

export const LOCK_DURATION = 24 * HOUR;

export const MAX_ATTEMPTS = 5;

/** Time in which a decision can be undone, in ms. Its letters and report are sent after that. */
export const UNDO_MS = 10 * SECOND;

export const CODE_MINUTES = CODE_LIFETIME / MINUTE;
export const LOCK_HOURS = LOCK_DURATION / HOUR;

export const MAX_GRANT_LIFETIME = 365 * 24 * HOUR;
