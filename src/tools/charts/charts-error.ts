/** A wrong machine, option or value, in words. */
export class ChartsError extends Error {}
