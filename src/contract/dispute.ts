import * as z from 'zod/mini';
import { disputeOutcomes } from '#machines/dispute-outcomes.ts';
import { calls } from './calls.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import {
  applicationNumber,
  applicationNumberInput,
  EXAMPLE_NUMBER,
  isoDay,
  line,
  optionalLine,
  optionalText,
  pastDate,
} from './fields.ts';

/** Bodies for complaints and disputes: Art. 38 and 4(9), Art. 10, a court. */
export const disputeBodies = ['competentAuthority', 'settlementBody', 'court'] as const;
export type DisputeBody = (typeof disputeBodies)[number];

export const MAX_OPEN_DISPUTES = 5;

export const disputeEnd = z.object({
  on: isoDay,
  outcome: z.enum(disputeOutcomes),
  remark: z.nullable(z.string()),
  at: z.number(),
});

export const dispute = z.object({
  disputeId: z.string(),
  body: z.enum(disputeBodies),
  bodyName: z.string(),
  startedOn: isoDay,
  reference: z.nullable(z.string()),
  recordedBy: z.enum(['requester', 'reviewer']),
  recordedAt: z.number(),
  /** Null while the dispute is open. An open dispute prevents the erasure of its application. */
  ended: z.nullable(disputeEnd),
});
export type Dispute = z.infer<typeof dispute>;

const recording = {
  errors: ['notFound', 'notAllowedNow'],
  data: z.object({ applicationNumber: z.string(), disputeId: z.string() }),
} as const;
const record = z.strictObject({
  applicationNumber: applicationNumber(),
  body: z.enum(disputeBodies),
  bodyName: line(),
  startedOn: pastDate(),
  reference: optionalLine(),
});
const exampleRecord = {
  applicationNumber: EXAMPLE_NUMBER,
  body: 'competentAuthority',
  bodyName: 'Bundesnetzagentur',
  startedOn: '2026-11-02',
  reference: 'DA-2026-17',
} as const;

export const disputeRecord = endpoint(calls.disputeRecord, {
  ...recording,
  access: 'signedIn',
  summary:
    'Records that the requester complained to an authority or took the case to another body.',
  input: record,
  example: exampleRecord,
});

export const deskDisputeRecord = endpoint(calls.deskDisputeRecord, {
  ...recording,
  access: 'reviewer',
  summary:
    'Records a complaint or dispute about an application, or corrects one that the desk recorded. While it is open, the application is not erased.',
  input: z.extend(record, { corrects: z.optional(line()) }),
  example: exampleRecord,
});

export const deskDisputeEnd = endpoint(calls.deskDisputeEnd, {
  ...recording,
  access: 'reviewer',
  summary: 'Records or corrects the outcome of a complaint or dispute.',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    disputeId: line(),
    endedOn: pastDate(),
    outcome: z.enum(disputeOutcomes),
    remark: optionalText(),
    corrects: z.optional(z.literal(true)),
  }),
  example: {
    applicationNumber: EXAMPLE_NUMBER,
    disputeId: '7b0c4a52-6d2b-4f7e-9a55-0d6f1f4a9c11',
    endedOn: '2026-11-20',
    outcome: 'settled',
    remark: 'The parties agreed before the body.',
  },
});

export const deskDisputePack = fileEndpoint(calls.deskDisputePack, {
  access: 'desk',
  errors: ['notFound', 'notAllowedNow'],
  summary:
    'ZIP file about an application for the body that handles a dispute: form, history, letters, files with digests, and the authorities of the Member States.',
  ...applicationNumberInput,
});
