import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { dataTypes } from './data-types.ts';
import { endpoint } from './endpoint.ts';
import { applicationNumber, EXAMPLE_NUMBER, instant, line } from './fields.ts';

/** Days (UTC) with data, and all days of the range. */
export const daysWithData = z.object({ withData: z.number(), all: z.number() });

/** Data of one type that a vehicle has in a range. Null: the source does not report it. */
const typeCoverage = z.object({
  type: z.enum(dataTypes),
  rows: z.nullable(z.number()),
  leastRows: z.number(),
  /** Null also if there are no values. */
  first: z.nullable(z.number()),
  last: z.nullable(z.number()),
  /** Gaps longer than `beyond`, and the longest of them. */
  gaps: z.nullable(z.object({ count: z.number(), longest: z.number(), beyond: z.number() })),
  days: z.nullable(daysWithData),
  periods: z.nullable(z.array(z.object({ first: z.number(), last: z.number() }))),
  bytes: z.number(),
  signals: z.array(z.object({ name: z.string(), values: z.number() })),
});
export type TypeCoverage = z.infer<typeof typeCoverage>;

/** First and last instant with any data during a link; null if there are no data. */
export const dataSpan = z.object({
  first: z.nullable(z.number()),
  last: z.nullable(z.number()),
});

export const dataCoverage = endpoint(calls.dataCoverage, {
  access: 'signedIn',
  errors: ['notFound', 'vehicleNotLinked', 'notAllowedNow'],
  summary:
    'Available data of an application’s vehicle in the time of its link to the account; for a range also rows, gaps and size by data type.',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    from: z.optional(instant()),
    to: z.optional(instant()),
  }),
  data: z.object({
    /** Periods of the link, oldest first; 0 and null for an open start and end. */
    entitled: z.array(z.object({ from: z.number(), until: z.nullable(z.number()) })),
    span: z.nullable(dataSpan),
    /** Null when the query has no range. */
    types: z.nullable(z.array(typeCoverage)),
  }),
  example: {
    applicationNumber: EXAMPLE_NUMBER,
    from: '2026-10-01T00:00:00Z',
    to: '2026-11-01T00:00:00Z',
  },
});

export const EMPTY_REPORT_BYTES = 14 * 1024;

export const ownVehicle = endpoint(calls.ownVehicle, {
  access: 'signedIn',
  errors: ['vehicleNotLinked'],
  summary:
    'Description of a vehicle that is or was linked to the account: model, year, shape, colour, odometer, and period with data.',
  input: z.strictObject({ vehicleId: line() }),
  data: z.object({
    vehicleId: z.string(),
    vin: z.string(),
    name: z.string(),
    /** Null if the source does not report it. The same applies to all following fields. */
    model: z.nullable(z.string()),
    year: z.nullable(z.number()),
    bodyType: z.nullable(z.string()),
    colour: z.nullable(z.string()),
    /**
     * `odometer` and `span` are limited to the period in which the account has the vehicle, and
     * null once the link has ended.
     */
    odometer: z.nullable(z.object({ metres: z.number(), at: z.number() })),
    span: z.nullable(dataSpan),
  }),
  example: { vehicleId: 'demo-twizy' },
});
