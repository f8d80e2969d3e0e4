import { and } from 'xstate';

const byHolder = '#application.terminated.byHolder';

/** Trade secrets are protected by measures that both agree on, or the data are not shared. */
const protects = { requirements: ['Art. 4(7)', 'Art. 5(10)'] } as const;

/**
 * While an application is open, its requester may terminate it, reviewers share the work, and its
 * vehicle may be sold.
 */
export const open = {
  on: {
    'application.take': { guard: 'byTaker', actions: 'keepAssignee' },
    'application.handOver': {
      guard: and(['byAssigneeOrLead', 'canTakeOver']),
      actions: 'keepAssignee',
    },
    'application.release': { guard: 'byAssigneeOrLead', actions: 'keepAssignee' },
    'application.terminate': {
      guard: 'byOwner',
      meta: { requirements: ['4-terminate'] },
      target: '#application.terminated.byRequester',
      actions: ['advance', 'notifyRequester', 'notifyDesk'],
    },
    'link.ended': {
      guard: 'byClockOfLinked',
      actions: ['countRevision', 'keepLinkEnd', 'notifyRequester', 'notifyDesk'],
    },
    'link.renewed': {
      guard: 'byClockOfUnlinked',
      actions: ['countRevision', 'keepLinkEnd', 'notifyRequester', 'notifyDesk'],
    },
  },
} as const;

/** The data holder refuses on a lawful ground. */
export const refuse = {
  guard: 'byReviewerLawfully',
  meta: {
    requirements: [
      'Art. 4(2)',
      'Art. 4(5)',
      'Art. 4(8)',
      'Art. 4(12)',
      'Art. 5(1)',
      'Art. 5(3)',
      'Art. 5(7)',
      'Art. 5(11)',
      'Art. 18(2)',
    ],
  },
  target: byHolder,
  actions: ['advance', 'notifyRequester', 'notifyAuthority'],
} as const;

/** The data are given: a report is made of them. */
export const approve = {
  guard: 'bySecondedReviewerOfLinked',
  meta: { requirements: ['Art. 4(1)', 'Art. 5(1)', 'Art. 14', 'Art. 18(1)'] },
  target: '#application.approved',
  actions: ['advance', 'notifyRequester', 'queueReport'],
} as const;

/** The data are withheld while trade secrets are not protected: from users and third parties. */
export const withhold = {
  guard: and(['byReviewer', 'isPersonal']),
  meta: protects,
  target: 'withheld',
  actions: ['advance', 'notifyRequester', 'notifyAuthority'],
} as const;

/** The measures that were agreed are not kept: the sharing of approved data stops until they are. */
export const suspend = {
  guard: and(['byAnyReviewer', 'isPersonal']),
  meta: protects,
  target: 'suspended',
  actions: ['advance', 'notifyRequester', 'notifyAuthority'],
} as const;

/** The data that were approved are shared again, from the report that is there or is made now. */
export const share = {
  guard: 'byAnyReviewer',
  meta: protects,
  target: 'approved',
  actions: ['advance', 'notifyRequester', 'resumeReport', 'queueCopy'],
} as const;

/** The review goes on where it was. */
export const resume = {
  guard: 'byReviewer',
  meta: protects,
  target: 'underReview',
  actions: ['advance', 'notifyRequester'],
} as const;

/** A reviewer asks for what is missing. */
export const request = {
  guard: 'byReviewer',
  target: 'informationRequired',
  actions: ['advance', 'awaitAnswer', 'notifyRequester'],
} as const;

/** The requester answers while there is time. */
export const answer = {
  guard: 'byOwnerInTime',
  target: 'underReview',
  actions: ['advance', 'notifyDesk'],
} as const;

/** The same of who has to be linked to the vehicle. */
export const ask = { ...answer, guard: 'byLinkedOwnerInTime' } as const;

/** The requester has not answered in time. */
export const lapse = {
  guard: 'byClockWhenOverdue',
  target: byHolder,
  actions: ['advance', 'notifyRequester'],
} as const;
