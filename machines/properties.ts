import type { Property } from '#lib/statechart/paths/properties.ts';
import { applicationProperties } from './application.properties.ts';

const challengeProperties: readonly Property[] = [
  {
    name: 'No session is opened without a code that was mailed',
    source: 'Specification §4, login flow',
    kind: 'precededBy',
    step: { effects: ['openSession'] },
    by: { effects: ['mailCode'] },
  },
  {
    name: 'Every lock is mailed',
    source: 'Specification §8: five consecutive wrong codes',
    kind: 'never',
    step: {
      from: { states: ['codeSent'] },
      to: { states: ['locked'] },
      not: [{ effects: ['mailLock'] }],
    },
  },
  {
    name: 'A lock ends by the time alone',
    source: 'Specification §9: 24 hours',
    kind: 'reachable',
    from: { states: ['locked'] },
    to: { states: ['codeSent'] },
    by: { events: ['code.request'] },
  },
];

const disputeProperties: readonly Property[] = [
  {
    name: 'No dispute ends without word to the other side',
    source: 'Data Act, Art. 4(9), 10 and 38',
    kind: 'never',
    step: { to: { states: ['ended', 'withdrawn'] }, not: [{ effects: ['notifyOtherSide'] }] },
  },
];

const quoteProperties: readonly Property[] = [
  {
    name: 'No quote is answered or withdrawn without word to the other side',
    source: 'Data Act, Art. 20(2) and 20(5)',
    kind: 'never',
    step: {
      to: { states: ['accepted', 'objected', 'withdrawn'] },
      not: [{ effects: ['notifyOtherSide'] }],
    },
  },
];

const grantProperties: readonly Property[] = [
  {
    name: 'No live access is open before the vehicle source has confirmed the link',
    source: 'Data Act, Art. 4(5)',
    kind: 'never',
    step: {
      from: { states: ['requested'] },
      to: { states: ['active', 'paused', 'suspended'] },
      not: [{ events: ['grant.confirm'] }],
    },
  },
  {
    name: 'The data holder never suspends or restores live access without word to the owner',
    source: 'Data Act, Art. 4(7)',
    kind: 'never',
    step: { events: ['sharing.suspend', 'sharing.resume'], not: [{ effects: ['notifyOwner'] }] },
  },
  {
    name: 'Only the data holder lifts a suspension',
    source: 'Data Act, Art. 4(7)',
    kind: 'never',
    step: {
      from: { states: ['suspended'] },
      to: { states: ['active', 'paused'] },
      not: [{ events: ['sharing.resume'] }],
    },
  },
  {
    name: 'Live access that has ended never opens again',
    source: 'Design: ended access stays ended',
    kind: 'never',
    step: { from: { states: ['ended'] }, to: { states: ['active', 'paused', 'suspended'] } },
  },
];

const SOURCE = 'Design: every request ends in a visible outcome';

const reportProperties: readonly Property[] = [
  {
    name: 'Every generation that begins ends in an outcome',
    source: SOURCE,
    kind: 'leadsTo',
    step: { events: ['generation.started'] },
    to: { to: { states: ['delivered', 'empty', 'failed'] } },
  },
  {
    name: 'No report is delivered without its password by mail',
    source: 'Specification §4, report generation',
    kind: 'never',
    step: { to: { states: ['delivered'] }, not: [{ effects: ['mailPassword'] }] },
  },
  {
    name: 'No report is given up without a reason by mail',
    source: SOURCE,
    kind: 'never',
    step: { to: { states: ['empty', 'failed'] }, not: [{ effects: ['mailReason'] }] },
  },
  {
    name: 'No file stays that nobody may fetch',
    source: 'Design: storage holds what rows name',
    kind: 'never',
    step: {
      from: { states: ['delivered', 'empty'] },
      not: [{ to: { states: ['delivered', 'empty'] } }, { effects: ['deleteFile'] }],
    },
  },
];

export const properties: Readonly<Record<string, readonly Property[]>> = {
  application: applicationProperties,
  challenge: challengeProperties,
  dispute: disputeProperties,
  grant: grantProperties,
  quote: quoteProperties,
  report: reportProperties,
};
