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
