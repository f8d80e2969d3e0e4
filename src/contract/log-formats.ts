/** Formats in which an event log is saved from a page. */
export const logFormats = ['xes', 'json', 'csv'] as const;
