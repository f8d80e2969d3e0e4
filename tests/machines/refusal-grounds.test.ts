import { describe, expect, test } from 'vitest';
import {
  concernsAuthority,
  lawfulGrounds,
  noticeCauseOf,
  provisionsOf,
  type RefusalGround,
  refusalGrounds,
} from '#machines/refusal-grounds.ts';

const grounds = Object.keys(refusalGrounds) as RefusalGround[];
/** First day of application of Regulation (EU) 2023/2854 (Art. 50). */
const IN_FORCE = Date.parse('2025-09-12T00:00:00Z');

describe('the competent authority is notified', () => {
  test('of a refusal on safety (Art. 4(2)) or trade secrets (Art. 4(8), 5(11)), and of no other', () => {
    const notified = grounds.filter((ground) => concernsAuthority(ground, IN_FORCE));
    expect(notified).toEqual(['safetyRequirements', 'tradeSecrets']);
  });

  test.each([
    ['withheld', 'sharing.withhold', 'withholding'],
    ['suspended', 'sharing.suspend', 'suspension'],
  ] as const)('of %s data (Art. 4(7), 5(10)), and of no other decision', (_, type, cause) => {
    const at = IN_FORCE;
    expect(noticeCauseOf({ type, at })).toBe(cause);
    expect(noticeCauseOf({ type, at: at - 1 })).toBeNull();
    expect(noticeCauseOf({ type: 'sharing.resume', at })).toBeNull();
    expect(provisionsOf(cause)).toEqual([
      { article: 4, paragraph: 7 },
      { article: 5, paragraph: 10 },
    ]);
  });

  test('of none before the law applied', () => {
    expect(grounds.filter((ground) => concernsAuthority(ground, IN_FORCE - 1))).toEqual([]);
  });
});

test.each([
  [
    'a user’s own use',
    { kind: 'personal', isForThirdParty: false },
    ['userNotIdentified', 'safetyRequirements', 'tradeSecrets', 'personalDataOfOthers'],
  ],
  [
    'a third party’s use',
    { kind: 'personal', isForThirdParty: true },
    [
      'userNotIdentified',
      'safetyRequirements',
      'tradeSecrets',
      'personalDataOfOthers',
      'gatekeeper',
      'notRequestedByUser',
    ],
  ],
  [
    'a public body',
    { kind: 'public', isForThirdParty: false },
    ['dataNotControlled', 'alreadyProvided', 'conditionsNotMet'],
  ],
] as const)('grounds against %s', (_, use, lawful) => {
  expect(lawfulGrounds(use)).toEqual(lawful);
});
