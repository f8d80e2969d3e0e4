import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { erasureNotice, givenData } from './erasure.ts';
import { applicationNumber, optionalText, page, pageSize } from './fields.ts';
import { applicationRecord, applicationSummary } from './order.ts';

const EXAMPLE_NUMBER = 'VD-20261120-4K7Q2M';

const turns = ['holder', 'requester', 'nobody'] as const;

export const deskQueue = endpoint({
  method: 'POST',
  path: '/server/desk/queue',
  access: 'desk',
  summary: 'Applications at the desk, what is due first on top, a page at a time.',
  kind: 'json',
  input: z.strictObject({
    turn: z.optional(z.enum(turns)),
    kind: z.optional(z.enum(['personal', 'public'])),
    search: optionalText(),
    page: page(),
    pageSize: pageSize(),
  }),
  data: z.object({
    total: z.number(),
    items: z.array(z.extend(applicationSummary, { requesterEmail: z.string() })),
    /** Applications per state, whatever the filter. */
    counts: z.array(z.object({ state: applicationSummary.shape.state, count: z.number() })),
  }),
  example: { turn: 'holder', page: 1, pageSize: 20 },
});

export const deskApplication = endpoint({
  method: 'POST',
  path: '/server/desk/application',
  access: 'desk',
  summary: 'One application as the reviewer sees it.',
  kind: 'json',
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  data: z.extend(applicationRecord, {
    requesterEmail: z.string(),
    /** Whether the vehicle is linked to the requester's account now. */
    vehicleLinked: z.nullable(z.boolean()),
    /** The requester's other applications, newest first, at most 20. */
    others: z.array(applicationSummary),
    /** Of a public-sector request: the same data, given to another body and not reported erased. */
    alreadyGiven: z.array(givenData),
    /** What a public-sector body reported of the erasure of what it was given. */
    erasure: z.nullable(erasureNotice),
  }),
  example: { applicationNumber: EXAMPLE_NUMBER },
});
