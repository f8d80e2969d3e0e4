import type { Currency } from '#contract/quote.ts';
import type { QuoteSnapshot } from '#machines/quote.machine.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    /** A quote of compensation to a public-sector body. */
    quote: {
      id: string;
      application_number: string;
      state: QuoteSnapshot['value'];
      currency: Currency;
      /** Hundredths of the currency by parts, as JSON. */
      amounts_json: string;
      text: string;
      /** YYYY-MM-DD */
      valid_on: string;
      valid_until: number;
      sent_by: string;
      sent_at: number;
      /** Null until the body objects. */
      objected_at: number | null;
      objection: string | null;
      /** Null until it is accepted or withdrawn. */
      settled_by: string | null;
      settled_at: number | null;
    };
  }
}
