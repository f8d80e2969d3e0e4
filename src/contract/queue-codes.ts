export const queueOrders = ['due', 'number', 'requester', 'status', 'filed', 'assignee'] as const;
export type QueueOrder = (typeof queueOrders)[number];

export const MAX_VIEWS = 20;

export const MAX_COUNTED = 1000;

export const outcomes = ['refused', 'lapsed', 'sharingEnded', 'withdrawn'] as const;
export type Outcome = (typeof outcomes)[number];

export const standardViews = {
  holder: { turn: 'holder' },
  mine: { turn: 'holder', assigned: 'me' },
  unassigned: { turn: 'holder', assigned: 'nobody' },
  overdue: { turn: 'holder', overdue: true },
  public: { turn: 'holder', kind: 'public' },
  opinion: { opinion: true },
  watched: { watched: true },
  requester: { turn: 'requester' },
  ended: { turn: 'nobody' },
  all: {},
} as const;
export type StandardView = keyof typeof standardViews;
