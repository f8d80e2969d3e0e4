import { and } from 'xstate';

const byHolder = '#application.terminated.byHolder';

/** Both sides agree on measures that protect trade secrets before data are shared. */
const tradeSecretMeasures = { requirements: ['Art. 4(7)', 'Art. 5(10)'] } as const;

export const decide = (from: string | null) => ({ type: 'decide', params: { from } }) as const;

/** Corrections are listed in the box of their state: as arrows, they would clutter the chart. */
const correction = { isListed: true } as const;

const undoOf = (from: string | null) =>
  ({
    guard: and(['byDecider', { type: 'isDecidedIn', params: { from } }]),
    // An undo is possible after every decision, so only the most detailed chart lists it.
    meta: { isListed: 'inTables' },
    actions: ['restore', 'withdrawLetters'],
  }) as const;

export const undo = (state: string) =>
  ({ ...undoOf(state), target: `#application.${state}` }) as const;

/** Also withdraws the report that the approval queued. */
export const undoApproval = {
  ...undo('dataRequest.underReview'),
  actions: ['restore', 'withdrawLetters', 'withdrawReport'],
} as const;

/** Resumes report and recipient's copy, which a suspension or a withdrawal stops. */
export const undoToApproved = {
  ...undo('approved'),
  actions: ['restore', 'withdrawLetters', 'resumeReport', 'queueCopy'],
} as const;

export const undoReopening = undo('terminated.byHolder');

export const transitionsOfOpen = {
  on: {
    'application.take': { guard: 'byTaker', actions: 'storeAssignee' },
    'application.handOver': {
      guard: and(['byAssigneeOrLead', 'canTakeOver']),
      actions: 'storeAssignee',
    },
    'application.release': { guard: 'byAssigneeOrLead', actions: 'storeAssignee' },
    'deadline.extend': {
      guard: 'byReviewerWithLaterDate',
      actions: [decide(null), 'awaitAnswer', 'notifyRequester'],
    },
    'decision.undo': [undoOf(null), undoReopening],
    'application.terminate': {
      guard: 'byOwner',
      meta: { requirements: ['4-terminate'] },
      target: '#application.terminated.byRequester',
      actions: ['advance', 'notifyRequester', 'notifyDesk'],
    },
    'link.ended': {
      guard: 'byClockOfLinked',
      actions: ['countRevision', 'storeLinkEnd', 'notifyRequester', 'notifyDesk'],
    },
    'link.renewed': {
      guard: 'byClockOfUnlinked',
      actions: ['countRevision', 'storeLinkEnd', 'notifyRequester', 'notifyDesk'],
    },
  },
} as const;

/** Records the state in which an application ends, so that a lead can reopen it there. */
const storeEnd = (state: string) => ({ type: 'storeEnd', params: { state } }) as const;

export const refuse = (state: string) =>
  ({
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
    actions: [decide(state), storeEnd(state), 'notifyRequester', 'notifyAuthority'],
  }) as const;

export const refuseWaiting = (state: string) => {
  const { meta, ...transition } = refuse(state);
  return { ...transition, meta: { ...meta, ...correction } } as const;
};

export const approve = {
  guard: 'bySecondedReviewerOfLinked',
  meta: { requirements: ['Art. 4(1)', 'Art. 5(1)', 'Art. 14', 'Art. 18(1)'] },
  target: '#application.approved',
  actions: [decide('dataRequest.underReview'), 'notifyRequester', 'queueReport', 'inviteRecipient'],
} as const;

export const withhold = {
  guard: and(['byReviewer', 'isPersonal']),
  meta: tradeSecretMeasures,
  target: 'withheld',
  actions: [decide('dataRequest.underReview'), 'notifyRequester', 'notifyAuthority'],
} as const;

/** The authority is notified when a user's data are suspended because of trade secrets. */
export const suspend = [
  {
    guard: and(['byAnyReviewer', 'isPersonal']),
    meta: tradeSecretMeasures,
    target: 'suspended',
    actions: [decide('approved'), 'notifyRequester', 'notifyAuthority'],
  },
  {
    guard: and(['byAnyReviewer', 'isPublic']),
    target: 'suspended',
    actions: [decide('approved'), 'notifyRequester'],
  },
] as const;

/** Also resumes the generation of a report that does not exist yet. */
export const resumeApproved = {
  guard: 'byAnyReviewer',
  meta: tradeSecretMeasures,
  target: 'approved',
  actions: [decide('suspended'), 'notifyRequester', 'resumeReport', 'queueCopy'],
} as const;

export const resumeWithheld = {
  guard: 'byReviewer',
  meta: tradeSecretMeasures,
  target: 'underReview',
  actions: [decide('dataRequest.withheld'), 'notifyRequester'],
} as const;

export const requestInformation = (state: string) =>
  ({
    guard: 'byReviewer',
    target: 'informationRequired',
    actions: [decide(state), 'awaitAnswer', 'notifyRequester'],
  }) as const;

export const supplyInformation = {
  guard: 'byOwnerInTime',
  target: 'underReview',
  actions: ['advance', 'notifyDesk'],
} as const;

export const requestData = { ...supplyInformation, guard: 'byLinkedOwnerInTime' } as const;

export const passDeadline = (state: string) =>
  ({
    guard: 'byClockWhenOverdue',
    target: byHolder,
    actions: ['advance', storeEnd(state), 'notifyRequester'],
  }) as const;

export const withdrawInformationRequest = (state: string) =>
  ({
    guard: 'byReviewer',
    meta: correction,
    target: 'underReview',
    actions: [decide(state), 'notifyRequester'],
  }) as const;

export const withdrawApproval = {
  guard: 'byLeadUnfetched',
  meta: correction,
  target: '#application.dataRequest.underReview',
  actions: [decide('approved'), 'storeAssignee', 'withdrawReport', 'notifyRequester'],
} as const;

export const endSharing = {
  guard: 'byLead',
  meta: correction,
  target: byHolder,
  actions: [decide('suspended'), storeEnd('suspended'), 'notifyRequester'],
} as const;

export const reopen = (state: string) =>
  ({
    guard: and(['byLead', { type: 'isEndedIn', params: { state } }]),
    meta: correction,
    target: `#application.${state}`,
    // Removes the assignee: that account may no longer be a reviewer.
    actions: [decide('terminated.byHolder'), 'storeAssignee', 'notifyRequester'],
  }) as const;

export const reopenAwaiting = (state: string) =>
  ({
    ...reopen(state),
    actions: [decide('terminated.byHolder'), 'storeAssignee', 'awaitAnswer', 'notifyRequester'],
  }) as const;
