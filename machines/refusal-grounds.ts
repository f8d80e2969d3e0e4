/**
 * The grounds on which the data holder may refuse, coded with their article of
 * Regulation (EU) 2023/2854. There is no other: a refusal names one of these.
 */
export const refusalGrounds = {
  userNotIdentified: { article: 'Art. 4(5)', kind: 'personal' },
  safetyRequirements: { article: 'Art. 4(2)', kind: 'personal' },
  tradeSecrets: { article: 'Art. 4(8), 5(11)', kind: 'personal' },
  personalDataOfOthers: { article: 'Art. 4(12), 5(7)', kind: 'personal' },
  gatekeeper: { article: 'Art. 5(3)', kind: 'personal' },
  notRequestedByUser: { article: 'Art. 5(1)', kind: 'personal' },
  dataNotControlled: { article: 'Art. 18(2)(a)', kind: 'public' },
  alreadyProvided: { article: 'Art. 18(2)(b)', kind: 'public' },
  conditionsNotMet: { article: 'Art. 18(2)(c)', kind: 'public' },
} as const;

export type RefusalGround = keyof typeof refusalGrounds;

/** Tests that the law gives this ground for this kind of application. */
export function isLawfulGround(ground: RefusalGround, kind: 'personal' | 'public'): boolean {
  // A history may name a ground that the law gave once.
  return refusalGrounds[ground]?.kind === kind;
}

/** Tests that the competent authority has to be notified of a refusal on this ground. */
export function concernsAuthority(ground: RefusalGround): boolean {
  return ground === 'tradeSecrets';
}
