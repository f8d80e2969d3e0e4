import * as z from 'zod/mini';
import { disputeOutcomes } from '#machines/dispute-outcomes.ts';
import { calls } from './calls.ts';
import { disputeBodies } from './dispute.ts';
import { endpoint } from './endpoint.ts';
import { applicationNumber, EXAMPLE_NUMBER, isoDay, line } from './fields.ts';

export const correctableRecords = ['dispute', 'outcome', 'erasure', 'authority'] as const;
export type CorrectableRecord = (typeof correctableRecords)[number];

export const correction = z.object({
  about: z.enum(correctableRecords),
  disputeId: z.nullable(z.string()),
  isWithdrawal: z.boolean(),
  at: z.number(),
  by: z.string(),
  facts: z.object({
    on: isoDay,
    text: z.string(),
    body: z.optional(z.enum(disputeBodies)),
    bodyName: z.optional(z.string()),
    outcome: z.optional(z.enum(disputeOutcomes)),
  }),
  recordedBy: z.string(),
  recordedAt: z.number(),
});
export type Correction = z.infer<typeof correction>;

const subject = { applicationNumber: applicationNumber() };

export const deskRecordWithdraw = endpoint(calls.deskRecordWithdraw, {
  access: 'reviewer',
  errors: ['notFound', 'notAllowedNow'],
  summary:
    'Withdraws a dispute, an outcome or a notice that the desk recorded by mistake. Only leads withdraw the record of a notice to the authority.',
  input: z.discriminatedUnion('about', [
    z.strictObject({
      ...subject,
      about: z.enum(['dispute', 'outcome']),
      disputeId: line(),
    }),
    z.strictObject({ ...subject, about: z.enum(['erasure', 'authority']) }),
  ]),
  data: z.object({ applicationNumber: z.string() }),
  example: { applicationNumber: EXAMPLE_NUMBER, about: 'erasure' },
});
