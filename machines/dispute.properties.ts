import type { Property } from '#lib/statechart/paths/properties.ts';

/** What holds of every dispute. */
export const disputeProperties: readonly Property[] = [
  {
    name: 'No dispute ends without word to the other side',
    source: 'Data Act, Art. 4(9), 10 and 38',
    kind: 'never',
    step: { to: { states: ['ended'] }, not: [{ effects: ['notifyOtherSide'] }] },
  },
];
