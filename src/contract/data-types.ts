/**
 * Masking levels. `drives`: each drive on a separate day of a random calendar; `strict`:
 * additionally without time of day and places; `dated`: with true times, for a public-sector body
 * in an emergency (Art. 15(1)(a), 18(4)).
 */
export const maskingLevels = ['drives', 'strict', 'dated'] as const;
export type MaskingLevel = (typeof maskingLevels)[number];

export const customerLevels = ['drives', 'strict'] as const satisfies readonly MaskingLevel[];

export const publicLevels = ['drives', 'dated'] as const satisfies readonly MaskingLevel[];

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
