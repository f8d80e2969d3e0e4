import * as z from 'zod/mini';
import { disputeOutcomes } from '#machines/dispute-outcomes.ts';

/** Bodies that a complaint or dispute can be before: Art. 38 and 4(9), Art. 10, a court. */
export const disputeBodies = ['competentAuthority', 'settlementBody', 'court'] as const;
export type DisputeBody = (typeof disputeBodies)[number];

/** Disputes about one application that can be open at a time. */
export const MAX_OPEN_DISPUTES = 5;

/** A complaint or dispute about an application. */
export const dispute = z.object({
  disputeId: z.string(),
  body: z.enum(disputeBodies),
  /** The body by its name. */
  bodyName: z.string(),
  /** YYYY-MM-DD */
  startedOn: z.string(),
  reference: z.nullable(z.string()),
  recordedBy: z.enum(['requester', 'reviewer']),
  /** ms since the epoch */
  recordedAt: z.number(),
  /** Null while it is open, which stops the erasure of its application. */
  ended: z.nullable(
    z.object({
      /** YYYY-MM-DD */
      on: z.string(),
      outcome: z.enum(disputeOutcomes),
      remark: z.nullable(z.string()),
      at: z.number(),
    }),
  ),
});
export type Dispute = z.infer<typeof dispute>;
