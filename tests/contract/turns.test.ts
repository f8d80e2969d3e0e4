import { expect, test } from 'vitest';
import { applicationStates } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';

test('whose turn it is in each state', () => {
  expect(Object.fromEntries(applicationStates.map((state) => [state, turnOf(state)]))).toEqual({
    'qualification.submitted': 'holder',
    'qualification.underReview': 'holder',
    'qualification.informationRequired': 'requester',
    'dataRequest.awaited': 'requester',
    'dataRequest.underReview': 'holder',
    'dataRequest.informationRequired': 'requester',
    'dataRequest.withheld': 'holder',
    approved: 'nobody',
    // Nobody takes such a case, and no time of its own runs.
    suspended: 'nobody',
    'terminated.byRequester': 'nobody',
    'terminated.byHolder': 'nobody',
  });
});
