import type { MessageDescriptor } from '@lingui/core';
import type { ValueInterval } from '#contract/delivery-extent.ts';
import type { DisputeBody } from '#contract/dispute.ts';
import type { PassingOn } from '#contract/notices.ts';
import type { Currency, QuotePart } from '#contract/quote.ts';
import { msg } from '#lib/words/msg.ts';
import type { DisputeOutcome } from '#machines/dispute-outcomes.ts';

/** Art. 21(1) */
export const onwardKindWords: Readonly<Record<PassingOn['kind'], MessageDescriptor>> = {
  research: msg`Individual or organisation for scientific research or analytics`,
  statistics: msg`National statistical institute or Eurostat`,
};

export const disputeBodyWords: Readonly<Record<DisputeBody, MessageDescriptor>> = {
  competentAuthority: msg`Competent authority`,
  settlementBody: msg`Dispute settlement body`,
  court: msg`Court`,
};

export const disputeOutcomeWords: Readonly<Record<DisputeOutcome, MessageDescriptor>> = {
  forRequester: msg`Decided for the requester`,
  forHolder: msg`Decided for the data holder`,
  settled: msg`Settled between the parties`,
  withdrawn: msg`Withdrawn`,
};

export const intervalWords: Record<ValueInterval, MessageDescriptor> = {
  asRecorded: msg`Every value that was recorded`,
  second: msg`At most one value of a signal per second`,
  tenSeconds: msg`At most one value of a signal every 10 seconds`,
  minute: msg`At most one value of a signal per minute`,
  tenMinutes: msg`At most one value of a signal every 10 minutes`,
  hour: msg`At most one value of a signal per hour`,
};

export function intervalWordsOf(code: string): MessageDescriptor {
  const words: Partial<Record<string, MessageDescriptor>> = intervalWords;
  return words[code] ?? intervalWords.hour;
}

/** Art. 20(2) */
export const quotePartWords: Readonly<Record<QuotePart, MessageDescriptor>> = {
  anonymisation: msg`Anonymisation`,
  pseudonymisation: msg`Pseudonymisation`,
  aggregation: msg`Aggregation`,
  adaptation: msg`Technical adaptation`,
  otherCosts: msg`Other technical and organisational costs`,
  margin: msg`Reasonable margin`,
};

export const quoteOver = msg({ message: 'No longer valid', context: 'quote' });

export const quoteStateWords: Readonly<Record<string, MessageDescriptor>> = {
  open: msg({ message: 'Open', context: 'quote' }),
  objected: msg({ message: 'Objected to', context: 'quote' }),
  accepted: msg({ message: 'Accepted', context: 'quote' }),
  withdrawn: msg({ message: 'Withdrawn', context: 'quote' }),
};

export function moneyText(hundredths: number, currency: Currency, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(hundredths / 100);
}
