import { and, assign, not, or, setup } from 'xstate';
import type { ApplicationEvent } from './application.events.ts';
import { effect } from './effect.ts';
import { UNDO_MS } from './limits.ts';
import { isLawfulGround } from './refusal-grounds.ts';
import type { Traced } from './requirements.ts';

/** `personal`: by a customer, for own or third-party use. `public`: by a public-sector body. */
export type ApplicationKind = 'personal' | 'public';

/** The last event, if it is a decision that its reviewer can undo for {@link UNDO_MS}. */
export interface LastDecision {
  /** `from` and the last three: before the decision. `from`: null if unchanged. */
  from: string | null;
  by: string;
  at: number;
  assignee: string | null;
  answerDueAt: number | null;
  endedIn: string | null;
}

export interface ApplicationContext {
  kind: ApplicationKind;
  /** Data go to a third party (Art. 5); never true for a public-sector body. */
  isForThirdParty: boolean;
  requester: string;
  assignee: string | null;
  /** Account that handed the application over; null once the assignee has acted. */
  handedOverBy: string | null;
  /** Incremented by every accepted event, except for assignments, which decide nothing. */
  revision: number;
  answerDueAt: number | null;
  /** End of the vehicle's link to the requester; null while the link exists. */
  linkEndedAt: number | null;
  /** State in which the data holder or a deadline ended the application; null before that. */
  endedIn: string | null;
  lastDecision: LastDecision | null;
}

export type ApplicationList =
  | 'qualificationReview'
  | 'dataApplication'
  | 'approved'
  | 'termination';

export interface ApplicationStatus {
  code: number;
  list: ApplicationList;
}

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

/**
 * Guards and actions of the application's chart. Guards read the event directly: all events have
 * `by`, `at` and `revision`, and mapping them to params in every transition would obscure the chart.
 */
export const applicationSetup = setup({
  types: {
    context: {} as ApplicationContext,
    events: {} as ApplicationEvent,
    input: {} as Pick<ApplicationContext, 'kind' | 'isForThirdParty' | 'requester'>,
    tags: {} as ApplicationTag,
    meta: {} as Partial<ApplicationStatus> & Traced & { isListed?: true | 'inTables' },
  },
  guards: {
    isOwner: ({ context, event }) =>
      event.by.role === 'requester' && event.by.id === context.requester,
    isReviewer: ({ event }) => event.by.role === 'reviewer',
    /** Reviewers cannot review their own application. */
    isOthers: ({ context, event }) => event.by.id !== context.requester,
    /** Only the assignee can decide. Without an assignee, every reviewer can. */
    isUntaken: ({ context, event }) =>
      context.assignee === null || context.assignee === event.by.id,
    /** The reviewer who handed an application over can take it back until the assignee acts. */
    isGiver: ({ context, event }) => context.handedOverBy === event.by.id,
    isAssignee: ({ context, event }) => context.assignee === event.by.id,
    isLead: ({ event }) => event.by.isLead === true,
    canTakeOver: ({ context, event }) =>
      event.type === 'application.handOver' &&
      event.to.role === 'reviewer' &&
      event.to.id !== context.requester,
    isClock: ({ event }) => event.by.role === 'clock',
    /** Of two decisions on one revision, only the first is accepted. */
    isCurrent: ({ context, event }) => event.revision === context.revision,
    isPersonal: ({ context }) => context.kind === 'personal',
    isPublic: ({ context }) => context.kind === 'public',
    isInTime: ({ context, event }) =>
      context.answerDueAt === null || event.at < context.answerDueAt,
    isOverdue: ({ context, event }) =>
      context.answerDueAt !== null && event.at >= context.answerDueAt,
    /** False while a required second opinion is missing. The requester cannot give it. */
    isSeconded: ({ context, event }) =>
      event.type !== 'data.approve' ||
      event.second === undefined ||
      (event.second?.role === 'reviewer' &&
        ![event.by.id, context.requester].includes(event.second.id)),
    isLawful: ({ context, event }) =>
      event.type === 'application.refuse' && isLawfulGround(event.ground, context),
    isLater: ({ context, event }) =>
      event.type === 'deadline.extend' &&
      context.answerDueAt !== null &&
      event.answerDueAt > context.answerDueAt,
    isUnfetched: ({ event }) => event.type === 'approval.withdraw' && event.fetchedAt === null,
    isEndedIn: ({ context }, { state }: { state: string }) => context.endedIn === state,
    isDecider: ({ context, event }) => context.lastDecision?.by === event.by.id,
    canUndo: ({ context, event }) => event.at < (context.lastDecision?.at ?? 0) + UNDO_MS,
    isDecidedIn: ({ context }, { from }: { from: string | null }) =>
      context.lastDecision?.from === from,
    byOwner: and(['isOwner', 'isCurrent']),
    byOwnerInTime: and(['byOwner', 'isInTime']),
    byReviewer: and(['isReviewer', 'isOthers', 'isCurrent', 'isUntaken']),
    byReviewerLawfully: and(['byReviewer', 'isLawful']),
    /** Ignores the assignee: after the approval, an application cannot be reassigned. */
    byAnyReviewer: and(['isReviewer', 'isOthers', 'isCurrent']),
    byReviewerWithLaterDate: and(['byReviewer', 'isLater']),
    byLead: and(['byAnyReviewer', 'isLead']),
    byLeadUnfetched: and(['byLead', 'isUnfetched']),
    byDecider: and(['isReviewer', 'isCurrent', 'isDecider', 'canUndo']),
    byTaker: and(['isReviewer', 'isOthers', or(['isUntaken', 'isGiver'])]),
    byAssigneeOrLead: and(['isReviewer', 'isOthers', or(['isAssignee', 'isLead'])]),
    /** The vehicle is linked to the requester. Always true for a public-sector body. */
    isLinked: ({ context }) => context.linkEndedAt === null,
    byLinkedOwnerInTime: and(['byOwnerInTime', 'isLinked']),
    bySecondedReviewerOfLinked: and(['byReviewer', 'isLinked', 'isSeconded']),
    byClockOfLinked: and(['isClock', 'isCurrent', 'isPersonal', 'isLinked']),
    byClockOfUnlinked: and(['isClock', 'isCurrent', not('isLinked')]),
    byClockWhenOverdue: and(['isClock', 'isCurrent', 'isOverdue']),
  },
  actions: {
    advance: assign({
      revision: ({ context }) => context.revision + 1,
      answerDueAt: null,
      lastDecision: null,
    }),
    decide: assign({
      revision: ({ context }) => context.revision + 1,
      answerDueAt: null,
      assignee: ({ context, event }) =>
        event.type === 'review.start' && event.assigns ? event.by.id : context.assignee,
      handedOverBy: null,
      endedIn: null,
      lastDecision: (
        { context: { assignee, answerDueAt, endedIn }, event },
        { from }: { from: string | null },
      ) => ({ from, by: event.by.id, at: event.at, assignee, answerDueAt, endedIn }),
    }),
    restore: assign({
      revision: ({ context }) => context.revision + 1,
      answerDueAt: ({ context }) => context.lastDecision?.answerDueAt ?? null,
      // Restores the assignee, unless a colleague took the application in the meantime.
      assignee: ({ context: { assignee, lastDecision } }) =>
        assignee === null || assignee === lastDecision?.by
          ? (lastDecision?.assignee ?? null)
          : assignee,
      endedIn: ({ context }) => context.lastDecision?.endedIn ?? null,
      lastDecision: null,
    }),
    /** Unlike `advance`, leaves the deadline unchanged. */
    countRevision: assign({
      revision: ({ context }) => context.revision + 1,
      lastDecision: null,
    }),
    storeLinkEnd: assign({
      linkEndedAt: ({ event }) => (event.type === 'link.ended' ? event.endedAt : null),
    }),
    awaitAnswer: assign({
      answerDueAt: ({ event }) => ('answerDueAt' in event ? event.answerDueAt : null),
    }),
    storeEnd: assign({ endedIn: (_, { state }: { state: string }) => state }),
    storeAssignee: assign({
      assignee: ({ event }) => {
        if (event.type === 'application.handOver') return event.to.id;
        return event.type === 'application.take' ? event.by.id : null;
      },
      handedOverBy: ({ event }) =>
        event.type === 'application.handOver' && event.to.id !== event.by.id ? event.by.id : null,
    }),
    notifyRequester: effect,
    notifyDesk: effect,
    /** Only for decisions that must be notified by law. */
    notifyAuthority: effect,
    queueReport: effect,
    withdrawReport: effect,
    resumeReport: effect,
    queueCopy: effect,
    inviteRecipient: effect,
    withdrawLetters: effect,
  },
});
