import type { Property } from '#lib/statechart/paths/properties.ts';

/** What holds of every quote. */
export const quoteProperties: readonly Property[] = [
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
