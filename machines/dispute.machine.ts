import { and, assign, type SnapshotFrom, setup } from 'xstate';
import type { Actor } from './application.events.ts';
import type { DisputeOutcome } from './dispute-outcomes.ts';
import { effect } from './effect.ts';
import type { Traced } from './requirements.ts';

export interface DisputeEvent {
  type: 'dispute.end';
  by: Actor;
  /** ms since the epoch */
  at: number;
  outcome: DisputeOutcome;
}

export interface DisputeContext {
  /** Account id of the application's requester. */
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
    keepOutcome: assign({ outcome: ({ event }) => event.outcome }),
    /** Mails the side that did not act. */
    notifyOtherSide: effect,
  },
});

/**
 * A complaint or dispute about an application in any state, even after its end (Art. 4(9), 10 and
 * 38), beginning with its record. Pure. It is independent of the application's chart, but prevents
 * erasure while it is open.
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
          actions: ['keepOutcome', 'notifyOtherSide'],
        },
      },
    },
    ended: { type: 'final' },
  },
});

export type DisputeSnapshot = SnapshotFrom<typeof disputeMachine>;
