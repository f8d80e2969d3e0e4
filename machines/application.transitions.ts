import { and } from 'xstate';

const byHolder = '#application.terminated.byHolder';

/** Data are not shared until both sides agree on measures that protect trade secrets. */
const protects = { requirements: ['Art. 4(7)', 'Art. 5(10)'] } as const;

/** Events of an open application: termination, assignment, and changes of the vehicle's link. */
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

/** Approval, which queues a report. */
export const approve = {
  guard: 'bySecondedReviewerOfLinked',
  meta: { requirements: ['Art. 4(1)', 'Art. 5(1)', 'Art. 14', 'Art. 18(1)'] },
  target: '#application.approved',
  actions: ['advance', 'notifyRequester', 'queueReport'],
} as const;

/** Data are withheld from users and third parties while trade secrets are not protected. */
export const withhold = {
  guard: and(['byReviewer', 'isPersonal']),
  meta: protects,
  target: 'withheld',
  actions: ['advance', 'notifyRequester', 'notifyAuthority'],
} as const;

/** Sharing of approved data stops until the agreed measures are complied with. */
export const suspend = {
  guard: and(['byAnyReviewer', 'isPersonal']),
  meta: protects,
  target: 'suspended',
  actions: ['advance', 'notifyRequester', 'notifyAuthority'],
} as const;

/** Approved data are shared again. The report is resumed if it does not exist yet. */
export const share = {
  guard: 'byAnyReviewer',
  meta: protects,
  target: 'approved',
  actions: ['advance', 'notifyRequester', 'resumeReport', 'queueCopy'],
} as const;

/** The review continues. */
export const resume = {
  guard: 'byReviewer',
  meta: protects,
  target: 'underReview',
  actions: ['advance', 'notifyRequester'],
} as const;

export const request = {
  guard: 'byReviewer',
  target: 'informationRequired',
  actions: ['advance', 'awaitAnswer', 'notifyRequester'],
} as const;

export const answer = {
  guard: 'byOwnerInTime',
  target: 'underReview',
  actions: ['advance', 'notifyDesk'],
} as const;

/** An answer that requires a linked vehicle. */
export const ask = { ...answer, guard: 'byLinkedOwnerInTime' } as const;

export const lapse = {
  guard: 'byClockWhenOverdue',
  target: byHolder,
  actions: ['advance', 'notifyRequester'],
} as const;
