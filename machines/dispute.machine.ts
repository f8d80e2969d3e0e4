import { and, assign, type SnapshotFrom, setup } from 'xstate';
import type { Actor } from './application.events.ts';
import type { DisputeOutcome } from './dispute-outcomes.ts';
import { effect } from './effect.ts';
import type { Traced } from './requirements.ts';

export interface DisputeEvent {
  type: 'dispute.end';
  by: Actor;
  at: number;
  outcome: DisputeOutcome;
}

export interface DisputeContext {
  requester: string;
  outcome: DisputeOutcome | null;
}

const chart = setup({
  types: {
    meta: {} as Traced,
    context: {} as DisputeContext,
    events: {} as DisputeEvent,
    input: {} as Pick<DisputeContext, 'requester'>,
    tags: {} as 'stopsErasure',
  },
  guards: {
    isReviewer: ({ event }) => event.by.role === 'reviewer',
    /** Reviewers cannot act on their own application. */
    isOthers: ({ context, event }) => event.by.id !== context.requester,
    byReviewer: and(['isReviewer', 'isOthers']),
  },
  actions: {
    storeOutcome: assign({ outcome: ({ event }) => event.outcome }),
    notifyOtherSide: effect,
  },
});

/**
 * Complaint or dispute about an application in any state, even after its end (Art. 4(9), 10 and
 * 38). Pure: has no actors or timers. Separate from the application's chart, but an open dispute
 * prevents erasure.
 */
export const disputeMachine = chart.createMachine({
  id: 'dispute',
  meta: { requirements: ['Art. 4(9)', 'Art. 10', 'Art. 38'] },
  context: ({ input }) => ({ ...input, outcome: null }),
  initial: { target: 'open', actions: ['notifyOtherSide'] },
  states: {
    open: {
      tags: 'stopsErasure',
      on: {
        'dispute.end': {
          guard: 'byReviewer',
          target: 'ended',
          actions: ['storeOutcome', 'notifyOtherSide'],
        },
      },
    },
    ended: { type: 'final' },
  },
});

export type DisputeSnapshot = SnapshotFrom<typeof disputeMachine>;
