import type { Code, codes } from '#contract/codes.ts';
import type { RefusalData } from '#contract/envelope.ts';

type Facts = NonNullable<RefusalData>;

/** What a person reads for each refusal, in one language; some say more when the facts are there. */
export type RefusalTexts = Record<
  Exclude<Code, typeof codes.ok>,
  string | ((facts: Facts) => string)
>;
