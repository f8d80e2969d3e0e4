import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import {
  applicationNumber,
  comingDate,
  EXAMPLE_COMING_DAY,
  EXAMPLE_NUMBER,
  isoDay,
  line,
  optionalText,
  text,
} from './fields.ts';
import { letterPreview } from './letter-preview.ts';
import { recordFrom } from './record-from.ts';

/** Costs of Art. 20(2), other costs, and a reasonable margin. */
export const quoteParts = [
  'anonymisation',
  'pseudonymisation',
  'aggregation',
  'adaptation',
  'otherCosts',
  'margin',
] as const;
export type QuotePart = (typeof quoteParts)[number];

/** Currencies of the Member States (ISO 4217). All are divided into hundredths. */
export const currencies = ['EUR', 'CZK', 'DKK', 'HUF', 'PLN', 'RON', 'SEK'] as const;
export type Currency = (typeof currencies)[number];

/** In hundredths of the currency. */
export const quoteAmounts = z.object(recordFrom(quoteParts, () => z.optional(z.number())));

export const quoteObjection = z.object({ at: z.number(), text: z.nullable(z.string()) });

export const quote = z.object({
  quoteId: z.string(),
  state: z.string(),
  currency: z.enum(currencies),
  amounts: quoteAmounts,
  total: z.number(),
  text: z.string(),
  /** `validUntil` is the end of this day. */
  validOn: isoDay,
  validUntil: z.number(),
  isOver: z.boolean(),
  sentAt: z.number(),
  objected: z.nullable(quoteObjection),
  settledAt: z.nullable(z.number()),
});
export type Quote = z.infer<typeof quote>;

export function totalOf(amounts: Quote['amounts']): number {
  return Object.values(amounts).reduce<number>((sum, amount = 0) => sum + amount, 0);
}

const recording = {
  errors: ['notFound', 'notAllowedNow'],
  data: z.object({ applicationNumber: z.string(), quoteId: z.string() }),
} as const;
const exampleQuote = {
  applicationNumber: EXAMPLE_NUMBER,
  quoteId: '7b0c4a52-6d2b-4f7e-9a55-0d6f1f4a9c11',
};

const NOTHING = /^[0.]*$/;

/** Amount of money as a decimal with at most two decimal places: `1250`, `1250.50`. */
const amount = () => z.optional(z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/)));
/** At least one part must be above zero. The error is reported for the first part of the form. */
const amounts = z.strictObject(recordFrom(quoteParts, amount)).check(
  z.refine((parts) => Object.values(parts).some((part) => part && !NOTHING.test(part)), {
    path: ['anonymisation'],
  }),
);

const sending = {
  access: 'reviewer',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    currency: z.enum(currencies),
    amounts,
    text: text(),
    validOn: comingDate(),
  }),
  example: {
    applicationNumber: EXAMPLE_NUMBER,
    currency: 'EUR',
    amounts: { anonymisation: '1200', adaptation: '340.50', margin: '154.05' },
    text: 'Two days of engineering, and 10 % margin.',
    validOn: EXAMPLE_COMING_DAY,
  },
} as const;

export const deskQuoteSend = endpoint(calls.deskQuoteSend, {
  ...recording,
  ...sending,
  summary:
    'Sends a public-sector body a quote of the compensation for a request outside an emergency (Art. 20(2)).',
});

export const deskQuotePreview = endpoint(calls.deskQuotePreview, {
  ...sending,
  errors: recording.errors,
  summary: 'Preview of a quote as the body would read it, in its language; sends nothing.',
  data: letterPreview,
});

export const deskQuoteWithdraw = endpoint(calls.deskQuoteWithdraw, {
  ...recording,
  access: 'reviewer',
  summary: 'Withdraws a quote before it is accepted.',
  input: z.strictObject({ applicationNumber: applicationNumber(), quoteId: line() }),
  example: exampleQuote,
});

export const quoteAnswer = endpoint(calls.quoteAnswer, {
  ...recording,
  access: 'signedIn',
  summary: 'Accepts a quote, or objects to it (Art. 20(5)).',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    quoteId: line(),
    answer: z.enum(['accept', 'object']),
    text: optionalText(),
  }),
  example: { ...exampleQuote, answer: 'object', text: 'The margin is too high.' },
});
