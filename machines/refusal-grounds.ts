/** A provision of Regulation (EU) 2023/2854. Its notation depends on the language. */
export interface Provision {
  article: number;
  paragraph: number;
  point?: string;
}

/** All lawful grounds for refusal, with their provisions in Regulation (EU) 2023/2854. */
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
  // Stored applications may refer to a ground that was repealed since.
  if (refusalGrounds[ground]?.kind !== use.kind) return false;
  return use.isForThirdParty || !('only' in refusalGrounds[ground]);
}

export function lawfulGrounds(use: Use): RefusalGround[] {
  const grounds = Object.keys(refusalGrounds) as RefusalGround[];
  return grounds.filter((ground) => isLawfulGround(ground, use));
}

/** Date of application of Regulation (EU) 2023/2854 (Art. 50). */
const APPLICABLE = Date.UTC(2025, 8, 12);

/**
 * Decisions that must be notified to the competent authority, by provision of Regulation (EU)
 * 2023/2854. A change of the law adds a row, or sets `until`.
 */
export const authorityNotices: readonly {
  cause: NoticeCause;
  provision: Provision;
  /** Inclusive, ms since the epoch. */
  from: number;
  /** Exclusive, ms since the epoch. */
  until?: number;
}[] = [
  { cause: 'safetyRequirements', provision: { article: 4, paragraph: 2 }, from: APPLICABLE },
  { cause: 'tradeSecrets', provision: { article: 4, paragraph: 8 }, from: APPLICABLE },
  { cause: 'tradeSecrets', provision: { article: 5, paragraph: 11 }, from: APPLICABLE },
  { cause: 'withholding', provision: { article: 4, paragraph: 7 }, from: APPLICABLE },
  { cause: 'withholding', provision: { article: 5, paragraph: 10 }, from: APPLICABLE },
  { cause: 'suspension', provision: { article: 4, paragraph: 7 }, from: APPLICABLE },
  { cause: 'suspension', provision: { article: 5, paragraph: 10 }, from: APPLICABLE },
];

const keptBack = { 'sharing.withhold': 'withholding', 'sharing.suspend': 'suspension' } as const;
export type Withholding = (typeof keptBack)[keyof typeof keptBack];

export type NoticeCause = RefusalGround | Withholding;

export function concernsAuthority(cause: NoticeCause, at: number): boolean {
  return authorityNotices.some(
    ({ cause: named, from, until = Number.POSITIVE_INFINITY }) =>
      named === cause && from <= at && at < until,
  );
}

/** Returns the reason why an event must be notified to the competent authority, or null. */
export function noticeCauseOf(event: {
  type: string;
  at: number;
  ground?: RefusalGround;
}): NoticeCause | null {
  const cause = keptBack[event.type as keyof typeof keptBack] ?? event.ground;
  return cause !== undefined && concernsAuthority(cause, event.at) ? cause : null;
}

export function isWithholding(cause: NoticeCause): cause is Withholding {
  return Object.values<string>(keptBack).includes(cause);
}

export function provisionsOf(cause: NoticeCause): readonly Provision[] {
  if (!isWithholding(cause)) return refusalGrounds[cause].provisions;
  return authorityNotices
    .filter((notice) => notice.cause === cause)
    .map(({ provision }) => provision);
}
