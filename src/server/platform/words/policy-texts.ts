import type { Policy } from '#contract/common.ts';
import type { cookieNames } from '#contract/limits.ts';

/** What policies say about this installation. */
export interface PolicyFacts {
  holderName: string;
  contactMailbox: string;
  /** Days a requester has to answer. */
  answerDays: number;
  /** Days a report can be downloaded. */
  reportDays: number;
  /** Days that an application which has ended is kept. */
  recordDays: number;
}

/** A cookie in the reader's words. */
export interface CookieWords {
  purpose: string;
  /** In days or minutes, as people say it. */
  lifetime: string;
}

export type Cookie = keyof typeof cookieNames;

/** The two policies in one language, and what each cookie is for. */
export interface PolicyTexts {
  cookiePurposes: Record<Cookie, string>;
  privacyPolicy(facts: PolicyFacts): Policy;
  cookiePolicy(facts: PolicyFacts & { cookies: Record<Cookie, CookieWords> }): Policy;
}
