/**
 * Levels of masking. `drives`: each drive on a separate day of a random calendar; `strict`: without
 * time of day and places as well; `dated`: true time, for a public-sector body in an emergency
 * (Art. 15(1)(a), 18(4)).
 */
export const maskingLevels = ['drives', 'strict', 'dated'] as const;
export type MaskingLevel = (typeof maskingLevels)[number];

/** Levels that a customer chooses from; the first is the default. */
export const customersLevels = ['drives', 'strict'] as const satisfies readonly MaskingLevel[];

/** Levels that a public-sector body chooses from. */
export const publicLevels = ['drives', 'dated'] as const satisfies readonly MaskingLevel[];

/** Categories that a requester chooses from, in the order of a report. */
export const dataTypes = [
  'identity',
  'status',
  'battery',
  'trips',
  'location',
  'diagnostics',
  'driver',
  'events',
  'connectivity',
] as const;
export type DataType = (typeof dataTypes)[number];
