import * as z from 'zod/mini';
import { changed } from './application-record.ts';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { applicationNumber, date, EXAMPLE_NUMBER, optionalText, page, pageSize } from './fields.ts';

/** Data that a public-sector body was given. */
export const givenData = z.object({
  applicationNumber: z.string(),
  /** Null where it was not given. */
  departmentName: z.nullable(z.string()),
  /** The beginning of it, at most 200 characters. */
  purpose: z.string(),
  dataTypes: z.array(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** When the request was approved, ms since the epoch. */
  approvedAt: z.number(),
});

/** The notice of Art. 19(1)(c). */
export const erasureNotice = z.object({
  /** YYYY-MM-DD */
  erasedOn: z.string(),
  text: z.string(),
  /** Address of who recorded it, and when (ms since the epoch). */
  recordedBy: z.string(),
  at: z.number(),
});

export const deskErasureLedger = endpoint({
  ...calls.deskErasureLedger,
  access: 'desk',
  errors: ['notFound'],
  summary:
    'Data given to public-sector bodies and what was reported of their erasure, newest first.',
  input: z.strictObject({
    /**
     * Only the data that this request of a public-sector body asks for too, given to other bodies and
     * not reported erased.
     */
    sameAs: z.optional(applicationNumber()),
    page: page(),
    pageSize: pageSize(),
  }),
  data: z.object({
    total: z.number(),
    items: z.array(
      z.extend(givenData, {
        /** Null until the erasure is reported. */
        notice: z.nullable(erasureNotice),
      }),
    ),
  }),
  example: { page: 1, pageSize: 20 },
});

export const deskErasureRecord = endpoint({
  ...calls.deskErasureRecord,
  access: 'reviewer',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'Records that a public-sector body reported the erasure of what it was given.',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    erasedOn: date(),
    text: optionalText(),
  }),
  data: z.pick(changed, { applicationNumber: true }),
  example: { applicationNumber: EXAMPLE_NUMBER, erasedOn: '2026-11-02', text: 'Letter of 3 Nov.' },
});
