import type { PublicApplyType, purposes, receptionMethods, titles } from '#contract/options.ts';
import type { RefusalGround } from '#machines/refusal-grounds.ts';

type Words<Codes extends readonly string[]> = Record<Codes[number], string>;

/** The words of everything a form offers to choose from, in one language. */
export interface OptionTexts {
  purposes: Words<typeof purposes>;
  titles: Words<typeof titles>;
  receptionMethods: Words<typeof receptionMethods>;
  publicApplyTypes: Record<PublicApplyType, string>;
  /** Whole sentences; their articles are in the machine's table. */
  refusalGrounds: Record<RefusalGround, string>;
}
