/** A provision of Regulation (EU) 2023/2854; each language writes it in its own way. */
export interface Provision {
  article: number;
  paragraph: number;
  point?: string;
}

/**
 * The grounds on which the data holder may refuse, coded with their provisions in
 * Regulation (EU) 2023/2854. There is no other: a refusal names one of these.
 */
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
    /** Article 5 alone: where a third party is to get the data. */
    only?: 'thirdParty';
  }
>;

export type RefusalGround = keyof typeof refusalGrounds;

/** Use that data are asked for, as the grounds distinguish it. */
export interface Use {
  kind: 'personal' | 'public';
  /** The user asks that a third party gets the data (Article 5). */
  isForThirdParty: boolean;
}

/** Tests that the law gives this ground for the use that the data are asked for. */
export function isLawfulGround(ground: RefusalGround, use: Use): boolean {
  // A history may name a ground that the law gave once.
  if (refusalGrounds[ground]?.kind !== use.kind) return false;
  return use.isForThirdParty || !('only' in refusalGrounds[ground]);
}

/** The grounds that the law gives for a use. */
export function lawfulGrounds(use: Use): RefusalGround[] {
  const grounds = Object.keys(refusalGrounds) as RefusalGround[];
  return grounds.filter((ground) => isLawfulGround(ground, use));
}

/**
 * Decisions that the competent authority has to be notified of, by provision in Regulation (EU)
 * 2023/2854 and first day in force. A change of the law is a row, or the `until` of one.
 */
export const authorityNotices: readonly {
  /** The ground of a refusal, or the keeping back of data. */
  cause: NoticeCause;
  provision: Provision;
  /** First instant in force, ms since the epoch. */
  from: number;
  /** First instant no longer in force, ms since the epoch. */
  until?: number;
}[] = [
  {
    cause: 'safetyRequirements',
    provision: { article: 4, paragraph: 2 },
    from: Date.UTC(2025, 8, 12),
  },
  { cause: 'tradeSecrets', provision: { article: 4, paragraph: 8 }, from: Date.UTC(2025, 8, 12) },
  { cause: 'tradeSecrets', provision: { article: 5, paragraph: 11 }, from: Date.UTC(2025, 8, 12) },
  { cause: 'withholding', provision: { article: 4, paragraph: 7 }, from: Date.UTC(2025, 8, 12) },
  { cause: 'withholding', provision: { article: 5, paragraph: 10 }, from: Date.UTC(2025, 8, 12) },
  { cause: 'suspension', provision: { article: 4, paragraph: 7 }, from: Date.UTC(2025, 8, 12) },
  { cause: 'suspension', provision: { article: 5, paragraph: 10 }, from: Date.UTC(2025, 8, 12) },
];

/** MachineStore data back while trade secrets are not protected: before they are given, and after. */
const keptBack = { 'sharing.withhold': 'withholding', 'sharing.suspend': 'suspension' } as const;
export type Withholding = (typeof keptBack)[keyof typeof keptBack];

export type NoticeCause = RefusalGround | Withholding;

/** Tests that the competent authority has to be notified of a decision at an instant. */
export function concernsAuthority(cause: NoticeCause, at: number): boolean {
  return authorityNotices.some(
    ({ cause: named, from, until = Number.POSITIVE_INFINITY }) =>
      named === cause && from <= at && at < until,
  );
}

/** Why the competent authority has to be notified of an event; null where it has not. */
export function noticeCauseOf(event: {
  type: string;
  at: number;
  ground?: RefusalGround;
}): NoticeCause | null {
  const cause = keptBack[event.type as keyof typeof keptBack] ?? event.ground;
  return cause !== undefined && concernsAuthority(cause, event.at) ? cause : null;
}

/** Tests that data are kept back; any other cause is a refusal's ground. */
export function isWithholding(cause: NoticeCause): cause is Withholding {
  return Object.values<string>(keptBack).includes(cause);
}

/** The provisions under which data are refused, or kept back. */
export function provisionsOf(cause: NoticeCause): readonly Provision[] {
  if (!isWithholding(cause)) return refusalGrounds[cause].provisions;
  return authorityNotices
    .filter((notice) => notice.cause === cause)
    .map(({ provision }) => provision);
}
