import { expect, test } from 'vitest';
import { noticeCauseOf, provisionsOf } from '#machines/refusal-grounds.ts';

// The grounds of refusals are compared with a table in oracle/constants.test.ts.
test.each([
  ['sharing.withhold', 'withholding'],
  ['sharing.suspend', 'suspension'],
] as const)('the authority is notified of %s (Art. 4(7), 5(10))', (type, cause) => {
  expect(noticeCauseOf({ type })).toBe(cause);
  expect(noticeCauseOf({ type: 'sharing.resume' })).toBeNull();
  expect(provisionsOf(cause)).toEqual([
    { article: 4, paragraph: 7 },
    { article: 5, paragraph: 10 },
  ]);
});
