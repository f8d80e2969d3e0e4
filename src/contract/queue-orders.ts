/** Columns by which the desk's queue can be sorted. */
export const queueOrders = ['due', 'number', 'requester', 'status', 'filed', 'assignee'] as const;
export type QueueOrder = (typeof queueOrders)[number];
