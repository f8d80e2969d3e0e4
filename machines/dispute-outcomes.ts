/** Outcomes of a complaint or dispute: decided for one side, settled, or withdrawn. */
export const disputeOutcomes = ['forRequester', 'forHolder', 'settled', 'withdrawn'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];
