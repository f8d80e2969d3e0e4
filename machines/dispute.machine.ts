import { and, assign, type SnapshotFrom, setup } from 'xstate';
import type { Actor } from './application.events.ts';
import type { DisputeOutcome } from './dispute-outcomes.ts';
import { effect } from './effect.ts';
import type { Traced } from './requirements.ts';

export type DisputeEvent = { by: Actor; at: number } & (
  | { type: 'dispute.end' | 'outcome.correct'; outcome: DisputeOutcome }
  | { type: 'outcome.withdraw' | 'dispute.withdraw' }
);

interface DisputeContext {
  requester: string;
  /** True if the data holder recorded the dispute, and so can correct or withdraw the record. */
  isOfHolder: boolean;
  outcome: DisputeOutcome | null;
}

const chart = setup({
  types: {
    meta: {} as Traced,
    context: {} as DisputeContext,
    events: {} as DisputeEvent,
    input: {} as Omit<DisputeContext, 'outcome'>,
    tags: {} as 'stopsErasure',
  },
  guards: {
    isReviewer: ({ event }) => event.by.role === 'reviewer',
    isOthers: ({ context, event }) => event.by.id !== context.requester,
    isOfHolder: ({ context }) => context.isOfHolder,
    byReviewer: and(['isReviewer', 'isOthers']),
    byRecorder: and(['byReviewer', 'isOfHolder']),
  },
  actions: {
    storeOutcome: assign({ outcome: ({ event }) => ('outcome' in event ? event.outcome : null) }),
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
        'dispute.withdraw': {
          guard: 'byRecorder',
          target: 'withdrawn',
          actions: ['notifyOtherSide'],
        },
      },
    },
    ended: {
      on: {
        'outcome.correct': { guard: 'byReviewer', actions: ['storeOutcome', 'notifyOtherSide'] },
        'outcome.withdraw': {
          guard: 'byReviewer',
          target: 'open',
          actions: ['storeOutcome', 'notifyOtherSide'],
        },
      },
    },
    withdrawn: { type: 'final' },
  },
});

export type DisputeSnapshot = SnapshotFrom<typeof disputeMachine>;
