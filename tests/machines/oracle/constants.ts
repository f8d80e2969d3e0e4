/**
 * Numbers and grounds, written by hand from the specification (sections 5, 8 and 9), from the
 * design («Law that the product serves») and from the articles named there. Imports nothing of the
 * product.
 */

/** Root font size in per cent by minimum screen width in pixels (section 9). */
export const rootFontSizes = {
  0: 100,
  375: 110,
  1024: 120,
  1200: 130,
  1440: 140,
  1900: 170,
} as const;

/** The user, a third party named by the user, or a public-sector body. */
export type Asker = 'user' | 'thirdParty' | 'publicBody';
const customers = ['user', 'thirdParty'] as const;

/**
 * Grounds for refusal in Regulation (EU) 2023/2854, with their clauses. A gatekeeper is not an
 * eligible third party (Art. 5(3)), which concerns only third parties; for a public-sector body
 * there are only the three grounds of Art. 18(2).
 */
export const grounds: readonly {
  ground: string;
  clauses: readonly string[];
  against: readonly Asker[];
  /** The competent authority is notified (Art. 4(2), 4(8), 5(11)). */
  isNotified?: true;
}[] = [
  { ground: 'userNotIdentified', clauses: ['4(5)'], against: customers },
  { ground: 'safetyRequirements', clauses: ['4(2)'], against: customers, isNotified: true },
  { ground: 'tradeSecrets', clauses: ['4(8)', '5(11)'], against: customers, isNotified: true },
  { ground: 'personalDataOfOthers', clauses: ['4(12)', '5(7)'], against: customers },
  { ground: 'gatekeeper', clauses: ['5(3)'], against: ['thirdParty'] },
  { ground: 'notRequestedByUser', clauses: ['5(1)'], against: ['thirdParty'] },
  { ground: 'dataNotControlled', clauses: ['18(2)(a)'], against: ['publicBody'] },
  { ground: 'alreadyProvided', clauses: ['18(2)(b)'], against: ['publicBody'] },
  { ground: 'conditionsNotMet', clauses: ['18(2)(c)'], against: ['publicBody'] },
];
