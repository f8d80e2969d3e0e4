/**
 * The levels of masking. `drives`: each drive on a day of its own in a made calendar, in no order;
 * `strict`: without time of day and places as well; `dated`: the true time, for a public-sector body
 * in an emergency (Art. 15(1)(a), 18(4)).
 */
export const maskingLevels = ['drives', 'strict', 'dated'] as const;
export type MaskingLevel = (typeof maskingLevels)[number];

/** The levels a customer chooses from; the first one where none is chosen. */
export const customersLevels = ['drives', 'strict'] as const satisfies readonly MaskingLevel[];

/** The levels a public-sector body chooses from. */
export const publicLevels = ['drives', 'dated'] as const satisfies readonly MaskingLevel[];

/** The categories a requester picks from, in the order of a report. */
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
