import type { MessageDescriptor } from '@lingui/core';
import type { Currency, QuotePart } from '#contract/quote.ts';
import { msg } from '#lib/words/msg.ts';

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
