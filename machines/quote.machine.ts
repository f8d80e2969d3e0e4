import { and, type SnapshotFrom, setup } from 'xstate';
import type { Actor } from './application.events.ts';
import { effect } from './effect.ts';
import type { Traced } from './requirements.ts';

export type QuoteEvent = {
  by: Actor;
  at: number;
} & ({ type: 'quote.accept' } | { type: 'quote.object' } | { type: 'quote.withdraw' });

interface QuoteContext {
  requester: string;
  validUntil: number;
}

const chart = setup({
  types: {
    meta: {} as Traced,
    context: {} as QuoteContext,
    events: {} as QuoteEvent,
    input: {} as QuoteContext,
    tags: {} as 'unsettled',
  },
  guards: {
    isOwner: ({ context, event }) =>
      event.by.role === 'requester' && event.by.id === context.requester,
    isReviewer: ({ event }) => event.by.role === 'reviewer',
    isOthers: ({ context, event }) => event.by.id !== context.requester,
    isInTime: ({ context, event }) => event.at < context.validUntil,
    byOwnerInTime: and(['isOwner', 'isInTime']),
    byReviewer: and(['isReviewer', 'isOthers']),
  },
  actions: {
    notifyOtherSide: effect,
  },
});

const accept = {
  guard: 'byOwnerInTime',
  target: 'accepted',
  actions: ['notifyOtherSide'],
} as const;
const withdraw = {
  guard: 'byReviewer',
  target: 'withdrawn',
  actions: ['notifyOtherSide'],
} as const;

/**
 * Quote of compensation, outside an emergency (Art. 20(2)). Separate from the application: after an
 * objection, the body can turn to the authority (Art. 20(5)), and the data are due in any case.
 */
export const quoteMachine = chart.createMachine({
  id: 'quote',
  meta: { requirements: ['Art. 20'] },
  context: ({ input }) => input,
  initial: { target: 'open', actions: ['notifyOtherSide'] },
  states: {
    open: {
      tags: 'unsettled',
      on: {
        'quote.accept': accept,
        'quote.object': { guard: 'isOwner', target: 'objected', actions: ['notifyOtherSide'] },
        'quote.withdraw': withdraw,
      },
    },
    objected: {
      tags: 'unsettled',
      on: { 'quote.accept': accept, 'quote.withdraw': withdraw },
    },
    accepted: { type: 'final' },
    withdrawn: { type: 'final' },
  },
});

export type QuoteSnapshot = SnapshotFrom<typeof quoteMachine>;
