/** Decisions that a reviewer may make about an application of a kind in a state. */
export const decisions: Record<string, string[]> = {
  'personal qualification.submitted': ['Start the review', 'Refuse'],
  'personal qualification.underReview': [
    'Confirm eligibility',
    'Ask for more information',
    'Refuse',
  ],
  'personal qualification.informationRequired': [
    'Extend the time to answer',
    'Withdraw the question',
    'Refuse',
  ],
  'personal dataRequest.awaited': ['Extend the time to answer', 'Refuse'],
  'personal dataRequest.underReview': [
    'Approve the data request',
    'Ask for more information',
    'Withhold the data',
    'Refuse',
  ],
  'personal dataRequest.informationRequired': [
    'Extend the time to answer',
    'Withdraw the question',
    'Refuse',
  ],
  'personal dataRequest.withheld': ['Resume the sharing', 'Refuse'],
  'personal approved': ['Suspend the sharing'],
  'personal suspended': ['Resume the sharing'],
  'personal terminated.byRequester': [],
  'personal terminated.byHolder': [],
  'public qualification.submitted': ['Start the review', 'Refuse'],
  'public dataRequest.underReview': [
    'Approve the data request',
    'Ask for more information',
    'Refuse',
  ],
  'public dataRequest.informationRequired': [
    'Extend the time to answer',
    'Withdraw the question',
    'Refuse',
  ],
  'public approved': ['Suspend the sharing'],
  'public suspended': ['Resume the sharing'],
  'public terminated.byRequester': [],
  'public terminated.byHolder': [],
};

/** Additional decisions of a lead, regardless of the assignee. */
export const leads: Record<string, string> = {
  approved: 'Withdraw the approval',
  suspended: 'End the sharing',
  'terminated.byHolder': 'Reopen the application',
};
