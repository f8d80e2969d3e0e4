import type { MessageDescriptor } from '@lingui/core';
import type { PassingOn } from '#contract/body-notice.ts';
import type { ValueInterval } from '#contract/delivery-extent.ts';
import type { DisputeBody } from '#contract/dispute.ts';
import type { Currency, QuotePart } from '#contract/quote.ts';
import { msg } from '#lib/words/msg.ts';
import type { DisputeOutcome } from '#machines/dispute-outcomes.ts';

/** Organisations that data may be passed on to, in words (Art. 21(1)). */
export const onwardKindWords: Readonly<Record<PassingOn['kind'], MessageDescriptor>> = {
  research: msg`Individual or organisation for scientific research or analytics`,
  statistics: msg`National statistical institute or Eurostat`,
};

/** Bodies that a complaint or dispute can be before, in words. */
export const disputeBodyWords: Readonly<Record<DisputeBody, MessageDescriptor>> = {
  competentAuthority: msg`Competent authority`,
  settlementBody: msg`Dispute settlement body`,
  court: msg`Court`,
};

/** Outcomes of a complaint or dispute, in words. */
export const disputeOutcomeWords: Readonly<Record<DisputeOutcome, MessageDescriptor>> = {
  forRequester: msg`Decided for the requester`,
  forHolder: msg`Decided for the data holder`,
  settled: msg`Settled between the parties`,
  withdrawn: msg`Withdrawn`,
};

/** How densely values are delivered, by the shortest time between two of a signal. */
export const intervalWords: Record<ValueInterval, MessageDescriptor> = {
  asRecorded: msg`Every value that was recorded`,
  second: msg`At most one value of a signal per second`,
  tenSeconds: msg`At most one value of a signal every 10 seconds`,
  minute: msg`At most one value of a signal per minute`,
  tenMinutes: msg`At most one value of a signal every 10 minutes`,
  hour: msg`At most one value of a signal per hour`,
};

/** The words of a stored interval; those of the longest for one that a later release added. */
export function intervalWordsOf(code: string): MessageDescriptor {
  const words: Partial<Record<string, MessageDescriptor>> = intervalWords;
  return words[code] ?? intervalWords.hour;
}

/** Parts of a compensation, in words (Art. 20(2)). */
export const quotePartWords: Readonly<Record<QuotePart, MessageDescriptor>> = {
  anonymisation: msg`Anonymisation`,
  pseudonymisation: msg`Pseudonymisation`,
  aggregation: msg`Aggregation`,
  adaptation: msg`Technical adaptation`,
  otherCosts: msg`Other technical and organisational costs`,
  margin: msg`Reasonable margin`,
};

/** A quote that neither side settled in its time. */
export const quoteOver = msg({ message: 'No longer valid', context: 'quote' });

/** States of a quote, in words; a state of an earlier release has none. */
export const quoteStateWords: Readonly<Record<string, MessageDescriptor>> = {
  open: msg({ message: 'Open', context: 'quote' }),
  objected: msg({ message: 'Objected to', context: 'quote' }),
  accepted: msg({ message: 'Accepted', context: 'quote' }),
  withdrawn: msg({ message: 'Withdrawn', context: 'quote' }),
};

/** An amount of hundredths of a currency, as the language writes it. */
export function moneyText(hundredths: number, currency: Currency, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(hundredths / 100);
}
