import * as z from 'zod/mini';
import { changed } from './application-record.ts';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { applicationNumber, date, EXAMPLE_NUMBER, text } from './fields.ts';

const given = z.object({
  /** YYYY-MM-DD */
  on: z.string(),
  how: z.string(),
  /** Address of who recorded it, and when (ms since the epoch). */
  recordedBy: z.string(),
  at: z.number(),
});

/** A decision that the desk itself has to notify the competent authority of, since it takes no mail. */
export const authorityNotice = z.object({
  /** When it was decided, ms since the epoch. */
  since: z.number(),
  /** Null until the authority was notified. */
  notified: z.nullable(given),
  /** Notices of earlier decisions on the same application, oldest first. */
  earlier: z.array(z.extend(given, { since: z.number() })),
});

export const deskAuthorityNotified = endpoint({
  ...calls.deskAuthorityNotified,
  access: 'lead',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'Records that the competent authority, which takes no mail, was notified of a decision.',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    notifiedOn: date(),
    how: text(),
  }),
  data: z.pick(changed, { applicationNumber: true }),
  example: {
    applicationNumber: EXAMPLE_NUMBER,
    notifiedOn: '2026-11-02',
    how: 'By its portal, reference 7.',
  },
});
