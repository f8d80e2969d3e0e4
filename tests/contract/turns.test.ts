import { expect, test } from 'vitest';
import { groupAndTasksOf, statesIn, statesWithTurn, turnOf } from '#contract/turns.ts';

const personal = {
  isForThirdParty: false,
  linkEndedAt: null,
  reportState: null,
  reportFetchedAt: null,
  quoteDay: null,
  isRecipientNamed: false,
  unconfirmedContact: null,
};
const unlinked = { linkEndedAt: 1 };
const quoted = { quoteDay: '2026-12-04' };
const shared = { isForThirdParty: true };
const unconfirmed = { unconfirmedContact: 'other@example.eu' };
const report = (reportState: string) => ({ reportState });
const fetched = { ...report('delivered'), reportFetchedAt: 1 };

test.each([
  ['qualification.submitted', {}, 'underWay', []],
  ['qualification.informationRequired', {}, 'needsYou', ['supply']],
  ['qualification.informationRequired', unlinked, 'needsYou', ['supply', 'renewLink']],
  ['dataRequest.awaited', {}, 'needsYou', ['requestData']],
  // Data can be requested only while the vehicle is linked.
  ['dataRequest.awaited', unlinked, 'needsYou', ['renewLink']],
  ['dataRequest.underReview', {}, 'underWay', []],
  ['dataRequest.underReview', unlinked, 'needsYou', ['renewLink']],
  ['dataRequest.underReview', quoted, 'needsYou', ['answerQuote']],
  ['dataRequest.underReview', shared, 'needsYou', ['nameRecipient']],
  ['dataRequest.underReview', { ...shared, isRecipientNamed: true }, 'underWay', []],
  ['dataRequest.underReview', unconfirmed, 'needsYou', ['confirmContact']],
  ['dataRequest.withheld', {}, 'underWay', []],
  ['suspended', { ...shared, ...unconfirmed, ...unlinked }, 'underWay', []],
  ['approved', report('queued'), 'underWay', []],
  ['approved', { ...report('queued'), ...unlinked }, 'needsYou', ['renewLink']],
  ['approved', report('delivered'), 'needsYou', ['download']],
  ['approved', { ...report('delivered'), ...unlinked, ...unconfirmed }, 'needsYou', ['download']],
  ['approved', fetched, 'ended', []],
  ['approved', { ...fetched, ...shared }, 'needsYou', ['nameRecipient']],
  ['approved', { ...report('expired'), ...shared, ...unconfirmed, ...unlinked }, 'ended', []],
  ['approved', report('failed'), 'ended', []],
  ['approved', report('a state of an earlier release'), 'underWay', []],
  ['terminated.byHolder', { ...shared, ...unconfirmed, ...unlinked, ...quoted }, 'ended', []],
  ['a state of an earlier release', {}, 'underWay', []],
] as const)('%s with %j is in «%s» and asks for %j', (state, facts, group, tasks) => {
  expect(groupAndTasksOf({ ...personal, state, ...facts })).toEqual({ group, tasks });
});

test('each state names the party that must act, or nobody', () => {
  expect(statesWithTurn('requester')).toEqual([
    'qualification.informationRequired',
    'dataRequest.awaited',
    'dataRequest.informationRequired',
  ]);
  expect(statesWithTurn('holder')).toEqual([
    'qualification.submitted',
    'qualification.underReview',
    'dataRequest.underReview',
    'dataRequest.withheld',
  ]);
  expect(statesWithTurn('nobody')).toEqual([
    'approved',
    'suspended',
    'terminated.byRequester',
    'terminated.byHolder',
  ]);
  // A state of another release is for the desk to fix.
  expect(turnOf('qualification.somewhere')).toBe('holder');
  expect(statesIn('approved')).toEqual(['approved', 'suspended']);
  expect(statesIn('termination')).toEqual(['terminated.byRequester', 'terminated.byHolder']);
});
