export const disputeOutcomes = ['forRequester', 'forHolder', 'settled', 'withdrawn'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];
