/** How an application can have come out, as figures are filtered by it. */
export const outcomes = [
  'open',
  'approved',
  'terminated.byRequester',
  'terminated.byHolder',
] as const;
