import { and, assign, not, or, type SnapshotFrom, setup } from 'xstate';
import type { ApplicationEvent } from './application.events.ts';
import {
  answer,
  approve,
  ask,
  lapse,
  open,
  refuse,
  request,
  resume,
  share,
  suspend,
  withhold,
} from './application.transitions.ts';
import { effect } from './effect.ts';
import { isLawfulGround } from './refusal-grounds.ts';
import type { Traced } from './requirements.ts';

/** `personal`: a customer's, for own or third-party use. `public`: a public-sector body's. */
export type ApplicationKind = 'personal' | 'public';

export interface ApplicationContext {
  kind: ApplicationKind;
  /** A third party is to get the data (Art. 5); a public-sector body's never is. */
  isForThirdParty: boolean;
  /** Account id of the requester. */
  requester: string;
  /** Account id of the reviewer who has taken it; null while nobody has. */
  assignee: string | null;
  /** Grows by one with every accepted event but those of the assignment, which decide nothing. */
  revision: number;
  /** Until when the requester may answer, ms since the epoch; null while it is not their turn. */
  answerDueAt: number | null;
  /** When the vehicle's link to the requester ended, ms since the epoch; null while it holds. */
  linkEndedAt: number | null;
}

const chart = setup({
  types: {
    context: {} as ApplicationContext,
    events: {} as ApplicationEvent,
    input: {} as Pick<ApplicationContext, 'kind' | 'isForThirdParty' | 'requester'>,
    tags: {} as ApplicationTag,
    meta: {} as Partial<ApplicationStatus> & Traced,
  },
  guards: {
    isOwner: ({ context, event }) =>
      event.by.role === 'requester' && event.by.id === context.requester,
    isReviewer: ({ event }) => event.by.role === 'reviewer',
    /** Nobody reviews their own application. */
    isOthers: ({ context, event }) => event.by.id !== context.requester,
    /** Only the assignee of an application decides; without one, any reviewer. */
    isUntaken: ({ context, event }) =>
      context.assignee === null || context.assignee === event.by.id,
    isAssignee: ({ context, event }) => context.assignee === event.by.id,
    isLead: ({ event }) => event.by.isLead === true,
    /** Who is given an application can review it. */
    canTakeOver: ({ context, event }) =>
      event.type === 'application.handOver' &&
      event.to.role === 'reviewer' &&
      event.to.id !== context.requester,
    isClock: ({ event }) => event.by.role === 'clock',
    /** Of two decisions on one revision only the first is taken. */
    isCurrent: ({ context, event }) => event.revision === context.revision,
    isPersonal: ({ context }) => context.kind === 'personal',
    isPublic: ({ context }) => context.kind === 'public',
    isInTime: ({ context, event }) =>
      context.answerDueAt === null || event.at < context.answerDueAt,
    isOverdue: ({ context, event }) =>
      context.answerDueAt !== null && event.at >= context.answerDueAt,
    /** Where a kind needs a second opinion, one of another reviewer agrees. */
    isSeconded: ({ context, event }) =>
      event.type !== 'data.approve' ||
      event.second === undefined ||
      (event.second?.role === 'reviewer' &&
        ![event.by.id, context.requester].includes(event.second.id)),
    isLawful: ({ context, event }) =>
      event.type === 'application.refuse' && isLawfulGround(event.ground, context),
    byOwner: and(['isOwner', 'isCurrent']),
    byOwnerInTime: and(['byOwner', 'isInTime']),
    byReviewer: and(['isReviewer', 'isOthers', 'isCurrent', 'isUntaken']),
    byReviewerLawfully: and(['byReviewer', 'isLawful']),
    /** Also of what a colleague had taken until it was approved: nobody can hand that over. */
    byAnyReviewer: and(['isReviewer', 'isOthers', 'isCurrent']),
    byTaker: and(['isReviewer', 'isOthers', 'isUntaken']),
    byAssigneeOrLead: and(['isReviewer', 'isOthers', or(['isAssignee', 'isLead'])]),
    /** Who asks for data and is given them is the vehicle's user; a public body needs no link. */
    isLinked: ({ context }) => context.linkEndedAt === null,
    byLinkedOwnerInTime: and(['byOwnerInTime', 'isLinked']),
    bySecondedReviewerOfLinked: and(['byReviewer', 'isLinked', 'isSeconded']),
    byClockOfLinked: and(['isClock', 'isCurrent', 'isPersonal', 'isLinked']),
    byClockOfUnlinked: and(['isClock', 'isCurrent', not('isLinked')]),
    byClockWhenOverdue: and(['isClock', 'isCurrent', 'isOverdue']),
  },
  actions: {
    /** Counts the revision; an answer of either side ends the deadline. */
    advance: assign({ revision: ({ context }) => context.revision + 1, answerDueAt: null }),
    /** Counts the revision; a deadline that runs runs on. */
    countRevision: assign({ revision: ({ context }) => context.revision + 1 }),
    keepLinkEnd: assign({
      linkEndedAt: ({ event }) => (event.type === 'link.ended' ? event.endedAt : null),
    }),
    awaitAnswer: assign({
      answerDueAt: ({ event }) => ('answerDueAt' in event ? event.answerDueAt : null),
    }),
    keepAssignee: assign({
      assignee: ({ event }) => {
        if (event.type === 'application.handOver') return event.to.id;
        return event.type === 'application.take' ? event.by.id : null;
      },
    }),
    /** Mail to the requester about the state that was reached. */
    notifyRequester: effect,
    /** Mail to the desk that the requester acted. */
    notifyDesk: effect,
    /** The competent authority is notified, where the decision is one it has to know of. */
    notifyAuthority: effect,
    /** A report is queued; one that was held back is made now. */
    queueReport: effect,
    resumeReport: effect,
    /** The data recipient's copy is queued, where it is still awaited. */
    queueCopy: effect,
  },
});

/**
 * The life of one application; its filing is the initial transition. Pure: no actor, no timer; the
 * deadline arrives as an event. Guards read the event itself, since all events carry `by`, `at` and
 * `revision`, and mapping the same fields to params in every transition would bury the chart.
 */
export const applicationMachine = chart.createMachine({
  id: 'application',
  meta: { requirements: ['4-transitions', '4-codes'] },
  context: ({ input }) => ({
    ...input,
    assignee: null,
    revision: 0,
    answerDueAt: null,
    linkEndedAt: null,
  }),
  initial: { target: 'qualification', actions: ['notifyRequester', 'notifyDesk'] },
  states: {
    qualification: {
      ...open,
      initial: 'submitted',
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
                meta: { requirements: ['Art. 14', 'Art. 18(1)'] },
                target: '#application.dataRequest.underReview',
                actions: ['advance', 'notifyRequester'],
              },
            ],
            'application.refuse': refuse,
          },
        },
        underReview: {
          meta: { code: 1, list: 'qualificationReview' },
          tags: ['holdersTurn'],
          on: {
            'qualification.pass': {
              guard: 'byReviewer',
              meta: { requirements: ['Art. 4(1)', 'Art. 5(1)'] },
              target: '#application.dataRequest.awaited',
              actions: ['advance', 'awaitAnswer', 'notifyRequester'],
            },
            'information.request': request,
            'application.refuse': refuse,
          },
        },
        informationRequired: {
          meta: { code: 9, list: 'qualificationReview' },
          tags: ['supplementable', 'requestersTurn'],
          on: { 'information.supply': answer, 'deadline.passed': lapse },
        },
      },
    },
    dataRequest: {
      ...open,
      initial: 'awaited',
      states: {
        awaited: {
          meta: { code: 2, list: 'dataApplication' },
          tags: ['requestersTurn'],
          on: { 'data.request': ask, 'deadline.passed': lapse },
        },
        underReview: {
          meta: { code: 3, list: 'dataApplication' },
          tags: ['holdersTurn'],
          on: {
            'information.request': request,
            'data.approve': approve,
            'sharing.withhold': withhold,
            'application.refuse': refuse,
          },
        },
        informationRequired: {
          meta: { code: 8, list: 'dataApplication' },
          tags: ['supplementable', 'requestersTurn'],
          on: { 'information.supply': answer, 'deadline.passed': lapse },
        },
        /** Until the measures that protect trade secrets are agreed and kept (Art. 4(7), 5(10)). */
        withheld: {
          meta: { code: 3, list: 'dataApplication' },
          tags: ['withheld'],
          on: {
            'sharing.resume': resume,
            'application.refuse': refuse,
          },
        },
      },
    },
    approved: {
      meta: { code: 4, list: 'approved' },
      tags: ['downloadable', 'ended', 'decided'],
      on: { 'sharing.suspend': suspend },
    },
    /** Until the measures that were agreed to protect trade secrets are kept (Art. 4(7), 5(10)). */
    suspended: {
      meta: { code: 5, list: 'approved' },
      tags: ['withheld', 'suspended', 'decided'],
      on: { 'sharing.resume': share },
    },
    terminated: {
      initial: 'byRequester',
      states: {
        byRequester: { meta: { code: 10, list: 'termination' }, tags: ['ended'], type: 'final' },
        byHolder: {
          meta: { code: 11, list: 'termination' },
          tags: ['ended', 'decided', 'endedByHolder'],
          type: 'final',
        },
      },
    },
  },
});

export type ApplicationSnapshot = SnapshotFrom<typeof applicationMachine>;

/** The four lists an application can stand in. */
export type ApplicationList =
  | 'qualificationReview'
  | 'dataApplication'
  | 'approved'
  | 'termination';

/** Metadata of a state for tools and views: its status code and the list it stands in. */
export interface ApplicationStatus {
  code: number;
  list: ApplicationList;
}

/** Tags by which views and queries group states. */
export type ApplicationTag =
  | 'supplementable'
  | 'requestersTurn'
  | 'holdersTurn'
  | 'withheld'
  | 'suspended'
  | 'downloadable'
  | 'ended'
  | 'decided'
  | 'endedByHolder';
