import type { Property } from '#lib/statechart/paths/properties.ts';

/** What holds of every address, whatever is tried at it. */
export const challengeProperties: readonly Property[] = [
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
