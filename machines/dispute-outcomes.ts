/** Ends of a complaint or dispute: the body decided, both sides agreed, or it was taken back. */
export const disputeOutcomes = ['forRequester', 'forHolder', 'settled', 'withdrawn'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];
