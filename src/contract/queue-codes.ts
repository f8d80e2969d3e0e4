export const queueOrders = ['due', 'number', 'requester', 'status', 'filed', 'assignee'] as const;
export type QueueOrder = (typeof queueOrders)[number];

export const outcomes = ['refused', 'lapsed', 'sharingEnded', 'withdrawn'] as const;
export type Outcome = (typeof outcomes)[number];
