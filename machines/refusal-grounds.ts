/** A provision of Regulation (EU) 2023/2854. Its notation depends on the language. */
export interface Provision {
  article: number;
  paragraph: number;
  point?: string;
}

export const refusalGrounds = {
  userNotIdentified: { provisions: [{ article: 4, paragraph: 5 }], kind: 'personal' },
  safetyRequirements: { provisions: [{ article: 4, paragraph: 2 }], kind: 'personal' },
  tradeSecrets: {
    provisions: [
      { article: 4, paragraph: 8 },
      { article: 5, paragraph: 11 },
    ],
    kind: 'personal',
  },
  personalDataOfOthers: {
    provisions: [
      { article: 4, paragraph: 12 },
      { article: 5, paragraph: 7 },
    ],
    kind: 'personal',
  },
  gatekeeper: {
    provisions: [{ article: 5, paragraph: 3 }],
    kind: 'personal',
    only: 'thirdParty',
  },
  notRequestedByUser: {
    provisions: [{ article: 5, paragraph: 1 }],
    kind: 'personal',
    only: 'thirdParty',
  },
  dataNotControlled: { provisions: [{ article: 18, paragraph: 2, point: 'a' }], kind: 'public' },
  alreadyProvided: { provisions: [{ article: 18, paragraph: 2, point: 'b' }], kind: 'public' },
  conditionsNotMet: { provisions: [{ article: 18, paragraph: 2, point: 'c' }], kind: 'public' },
} as const satisfies Record<
  string,
  {
    provisions: readonly Provision[];
    kind: 'personal' | 'public';
    /** Restricts the ground to data for a third party (Article 5). */
    only?: 'thirdParty';
  }
>;

export type RefusalGround = keyof typeof refusalGrounds;

export interface Use {
  kind: 'personal' | 'public';
  isForThirdParty: boolean;
}

export function isLawfulGround(ground: RefusalGround, use: Use): boolean {
  // Stored applications may refer to a ground that no longer exists.
  if (refusalGrounds[ground]?.kind !== use.kind) return false;
  return use.isForThirdParty || !('only' in refusalGrounds[ground]);
}

export function lawfulGrounds(use: Use): RefusalGround[] {
  const grounds = Object.keys(refusalGrounds) as RefusalGround[];
  return grounds.filter((ground) => isLawfulGround(ground, use));
}

const withholdings = {
  'sharing.withhold': 'withholding',
  'sharing.suspend': 'suspension',
} as const;
export type Withholding = (typeof withholdings)[keyof typeof withholdings];

export type NoticeCause = RefusalGround | Withholding;

/**
 * Decisions that must be notified to the competent authority: Art. 4(2) on safety; Art. 4(7), 4(8),
 * 5(10) and 5(11) on trade secrets.
 */
const notified: readonly NoticeCause[] = [
  'safetyRequirements',
  'tradeSecrets',
  'withholding',
  'suspension',
];

export function concernsAuthority(cause: NoticeCause): boolean {
  return notified.includes(cause);
}

export function noticeCauseOf(event: { type: string; ground?: RefusalGround }): NoticeCause | null {
  const cause = withholdings[event.type as keyof typeof withholdings] ?? event.ground;
  return cause !== undefined && concernsAuthority(cause) ? cause : null;
}

export function isWithholding(cause: NoticeCause): cause is Withholding {
  return Object.values<string>(withholdings).includes(cause);
}

const withholdingProvisions: readonly Provision[] = [
  { article: 4, paragraph: 7 },
  { article: 5, paragraph: 10 },
];

export function provisionsOf(cause: NoticeCause): readonly Provision[] {
  return isWithholding(cause) ? withholdingProvisions : refusalGrounds[cause].provisions;
}
