/**
 * By how much clocks of processes may differ, in ms. What is further ahead than that, and cannot be,
 * was written before a clock was set back: it must not hold anybody up until that time comes again.
 */
export const CLOCKS_APART = 60_000;
