import { and, assign, type SnapshotFrom, setup } from 'xstate';
import { isLawfulGround, type RefusalGround } from './refusal-grounds.ts';

/** Who sends an event. The server takes it from the session, never from a body. */
export interface Actor {
  role: 'requester' | 'reviewer' | 'clock';
  /** Account id; the clock's is `clock`. */
  id: string;
}

/** `personal`: a customer's, for own or third-party use. `public`: a public-sector body's. */
export type ApplicationKind = 'personal' | 'public';

/** Every event says who sends it and which revision of the application they saw. */
interface Sent {
  by: Actor;
  revision: number;
}

export type ApplicationEvent = Sent &
  (
    | { type: 'review.start' }
    | { type: 'qualification.pass'; answerDueAt: number }
    | { type: 'information.request'; answerDueAt: number }
    | { type: 'information.supply' }
    | { type: 'data.request' }
    | { type: 'data.approve' }
    | { type: 'application.terminate' }
    | { type: 'application.refuse'; ground: RefusalGround }
    | { type: 'deadline.passed'; at: number }
  );

export interface ApplicationContext {
  kind: ApplicationKind;
  /** Account id of the requester. */
  requester: string;
  /** Grows by one with every accepted event. */
  revision: number;
  /** Until when the requester may answer, ms since the epoch; null while it is not their turn. */
  answerDueAt: number | null;
}

/** The four lists an application can stand in. */
export type ApplicationList =
  | 'qualificationReview'
  | 'dataApplication'
  | 'approved'
  | 'termination';

/** What a state tells tools and views: its status code and the list it stands in. */
export interface ApplicationStatus {
  code: number;
  list: ApplicationList;
}

/**
 * The life of one application. Pure: no actor, no timer; the deadline arrives as an event.
 * Guards read the event itself, since all events carry `by` and `revision`, and mapping the same
 * two fields to params in every transition would bury the chart.
 */
export const applicationMachine = setup({
  types: {
    context: {} as ApplicationContext,
    events: {} as ApplicationEvent,
    input: {} as { kind: ApplicationKind; requester: string },
    tags: {} as 'supplementable' | 'requestersTurn' | 'holdersTurn' | 'downloadable',
    meta: {} as ApplicationStatus,
  },
  guards: {
    isOwner: ({ context, event }) =>
      event.by.role === 'requester' && event.by.id === context.requester,
    isReviewer: ({ event }) => event.by.role === 'reviewer',
    /** Nobody reviews their own application. */
    isOthers: ({ context, event }) => event.by.id !== context.requester,
    isClock: ({ event }) => event.by.role === 'clock',
    /** Of two decisions on one revision only the first is taken. */
    isCurrent: ({ context, event }) => event.revision === context.revision,
    isPersonal: ({ context }) => context.kind === 'personal',
    isPublic: ({ context }) => context.kind === 'public',
    isOverdue: ({ context, event }) =>
      event.type === 'deadline.passed' &&
      context.answerDueAt !== null &&
      event.at >= context.answerDueAt,
    isLawful: ({ context, event }) =>
      event.type === 'application.refuse' && isLawfulGround(event.ground, context.kind),
    byOwner: and(['isOwner', 'isCurrent']),
    byReviewer: and(['isReviewer', 'isOthers', 'isCurrent']),
    byClock: and(['isClock', 'isCurrent']),
  },
  actions: {
    /** Counts the revision; an answer of either side ends the deadline. */
    advance: assign({ revision: ({ context }) => context.revision + 1, answerDueAt: null }),
    awaitAnswer: assign({ answerDueAt: (_, params: { until: number }) => params.until }),
    /** Effect: mail to the requester about the state that was reached. */
    notifyRequester: () => {},
    /** Effect: mail to the desk that the requester acted. */
    notifyDesk: () => {},
    /** Effect: the competent authority is notified, where the ground is one it has to know of. */
    notifyAuthority: () => {},
    /** Effect: a report is queued. */
    queueReport: () => {},
  },
}).createMachine({
  id: 'application',
  context: ({ input }) => ({ ...input, revision: 0, answerDueAt: null }),
  initial: 'qualification',
  states: {
    qualification: {
      initial: 'submitted',
      on: {
        'application.terminate': {
          guard: 'byOwner',
          target: 'terminated.byRequester',
          actions: ['advance', 'notifyRequester', 'notifyDesk'],
        },
      },
      states: {
        submitted: {
          meta: { code: 0, list: 'qualificationReview' },
          tags: ['holdersTurn'],
          on: {
            'review.start': [
              {
                guard: and(['byReviewer', 'isPersonal']),
                target: 'underReview',
                actions: ['advance', 'notifyRequester'],
              },
              {
                guard: and(['byReviewer', 'isPublic']),
                target: '#application.dataRequest.underReview',
                actions: ['advance', 'notifyRequester'],
              },
            ],
            'application.refuse': {
              guard: and(['byReviewer', 'isLawful']),
              target: '#application.terminated.byHolder',
              actions: ['advance', 'notifyRequester', 'notifyAuthority'],
            },
          },
        },
        underReview: {
          meta: { code: 1, list: 'qualificationReview' },
          tags: ['holdersTurn'],
          on: {
            'qualification.pass': {
              guard: 'byReviewer',
              target: '#application.dataRequest.awaited',
              actions: [
                'advance',
                { type: 'awaitAnswer', params: ({ event }) => ({ until: event.answerDueAt }) },
                'notifyRequester',
              ],
            },
            'information.request': {
              guard: 'byReviewer',
              target: 'informationRequired',
              actions: [
                'advance',
                { type: 'awaitAnswer', params: ({ event }) => ({ until: event.answerDueAt }) },
                'notifyRequester',
              ],
            },
            'application.refuse': {
              guard: and(['byReviewer', 'isLawful']),
              target: '#application.terminated.byHolder',
              actions: ['advance', 'notifyRequester', 'notifyAuthority'],
            },
          },
        },
        informationRequired: {
          meta: { code: 9, list: 'qualificationReview' },
          tags: ['supplementable', 'requestersTurn'],
          on: {
            'information.supply': {
              guard: 'byOwner',
              target: 'underReview',
              actions: ['advance', 'notifyDesk'],
            },
            'deadline.passed': {
              guard: and(['byClock', 'isOverdue']),
              target: '#application.terminated.byHolder',
              actions: ['advance', 'notifyRequester'],
            },
          },
        },
      },
    },
    dataRequest: {
      initial: 'awaited',
      on: {
        'application.terminate': {
          guard: 'byOwner',
          target: 'terminated.byRequester',
          actions: ['advance', 'notifyRequester', 'notifyDesk'],
        },
      },
      states: {
        awaited: {
          meta: { code: 2, list: 'dataApplication' },
          tags: ['requestersTurn'],
          on: {
            'data.request': {
              guard: 'byOwner',
              target: 'underReview',
              actions: ['advance', 'notifyDesk'],
            },
            'deadline.passed': {
              guard: and(['byClock', 'isOverdue']),
              target: '#application.terminated.byHolder',
              actions: ['advance', 'notifyRequester'],
            },
          },
        },
        underReview: {
          meta: { code: 3, list: 'dataApplication' },
          tags: ['holdersTurn'],
          on: {
            'information.request': {
              guard: 'byReviewer',
              target: 'informationRequired',
              actions: [
                'advance',
                { type: 'awaitAnswer', params: ({ event }) => ({ until: event.answerDueAt }) },
                'notifyRequester',
              ],
            },
            'data.approve': {
              guard: 'byReviewer',
              target: '#application.approved',
              actions: ['advance', 'notifyRequester', 'queueReport'],
            },
            'application.refuse': {
              guard: and(['byReviewer', 'isLawful']),
              target: '#application.terminated.byHolder',
              actions: ['advance', 'notifyRequester', 'notifyAuthority'],
            },
          },
        },
        informationRequired: {
          meta: { code: 8, list: 'dataApplication' },
          tags: ['supplementable', 'requestersTurn'],
          on: {
            'information.supply': {
              guard: 'byOwner',
              target: 'underReview',
              actions: ['advance', 'notifyDesk'],
            },
            'deadline.passed': {
              guard: and(['byClock', 'isOverdue']),
              target: '#application.terminated.byHolder',
              actions: ['advance', 'notifyRequester'],
            },
          },
        },
      },
    },
    approved: {
      meta: { code: 4, list: 'approved' },
      tags: ['downloadable'],
      type: 'final',
    },
    terminated: {
      initial: 'byRequester',
      states: {
        byRequester: { meta: { code: 10, list: 'termination' }, type: 'final' },
        byHolder: { meta: { code: 11, list: 'termination' }, type: 'final' },
      },
    },
  },
});

export type ApplicationSnapshot = SnapshotFrom<typeof applicationMachine>;
