import * as z from 'zod/mini';

/**
 * What a compensation is made of: the technical and organisational costs that Art. 20(2) names, all
 * others of them, and a reasonable margin.
 */
export const quoteParts = [
  'anonymisation',
  'pseudonymisation',
  'aggregation',
  'adaptation',
  'otherCosts',
  'margin',
] as const;
export type QuotePart = (typeof quoteParts)[number];

/** Currencies of the Member States, ISO 4217; each has hundredths. */
export const currencies = ['EUR', 'CZK', 'DKK', 'HUF', 'PLN', 'RON', 'SEK'] as const;
export type Currency = (typeof currencies)[number];

const hundredths = () => z.optional(z.number());

/** A quote of compensation to a public-sector body. */
export const quote = z.object({
  quoteId: z.string(),
  /** A state of the quote's chart, or one that an earlier release stored. */
  state: z.string(),
  currency: z.enum(currencies),
  /** Hundredths of the currency, of each part that it has. */
  amounts: z.object({
    anonymisation: hundredths(),
    pseudonymisation: hundredths(),
    aggregation: hundredths(),
    adaptation: hundredths(),
    otherCosts: hundredths(),
    margin: hundredths(),
  } satisfies Record<QuotePart, unknown>),
  /** The sum of them. */
  total: z.number(),
  /** Basis of the calculation. */
  text: z.string(),
  /** YYYY-MM-DD, the last day on which it can be accepted, and its end in ms since the epoch. */
  validOn: z.string(),
  validUntil: z.number(),
  /** By the server's clock that end has passed. */
  isOver: z.boolean(),
  /** ms since the epoch */
  sentAt: z.number(),
  /** Null while the body has not objected. */
  objected: z.nullable(z.object({ at: z.number(), text: z.nullable(z.string()) })),
  /** When it was accepted or withdrawn; null before. */
  settledAt: z.nullable(z.number()),
});
export type Quote = z.infer<typeof quote>;

/** The sum of the parts of a quote. */
export function totalOf(amounts: Quote['amounts']): number {
  return Object.values(amounts).reduce<number>((sum, amount = 0) => sum + amount, 0);
}
