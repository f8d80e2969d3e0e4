import * as z from 'zod/mini';
import { type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';
import { endpoint } from './endpoint.ts';
import {
  applicationNumber,
  date,
  nothing,
  optionalText,
  page,
  pageSize,
  revision,
  text,
} from './fields.ts';
import { applicationRecord, applicationSummary, changed } from './order.ts';

const EXAMPLE_NUMBER = 'VD-20261120-4K7Q2M';
const grounds = Object.keys(refusalGrounds) as [RefusalGround, ...RefusalGround[]];

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
  }),
  example: { applicationNumber: EXAMPLE_NUMBER },
});

const decision = { applicationNumber: applicationNumber(), revision: revision() };
const exampleDecision = { applicationNumber: EXAMPLE_NUMBER, revision: 1 };

export const deskStartReview = endpoint({
  method: 'POST',
  path: '/server/desk/startReview',
  access: 'reviewer',
  summary: 'Begins the review of a submitted application.',
  kind: 'json',
  input: z.strictObject(decision),
  data: changed,
  example: exampleDecision,
});

export const deskPassQualification = endpoint({
  method: 'POST',
  path: '/server/desk/passQualification',
  access: 'reviewer',
  summary: 'Finds the requester qualified; the data request is awaited.',
  kind: 'json',
  input: z.strictObject({ ...decision, text: optionalText() }),
  data: changed,
  example: exampleDecision,
});

export const deskRequestInformation = endpoint({
  method: 'POST',
  path: '/server/desk/requestInformation',
  access: 'reviewer',
  summary: 'Asks the requester for what is missing, by a date.',
  kind: 'json',
  input: z.strictObject({ ...decision, text: text(), dueOn: date() }),
  data: changed,
  example: {
    ...exampleDecision,
    text: 'Please add the registration certificate.',
    dueOn: '2099-01-31',
  },
});

export const deskApprove = endpoint({
  method: 'POST',
  path: '/server/desk/approve',
  access: 'reviewer',
  summary: 'Approves the data request and queues the report.',
  kind: 'json',
  input: z.strictObject({ ...decision, text: optionalText() }),
  data: changed,
  example: exampleDecision,
});

export const deskRefuse = endpoint({
  method: 'POST',
  path: '/server/desk/refuse',
  access: 'reviewer',
  summary: 'Refuses on a ground that the law gives, in writing.',
  kind: 'json',
  input: z.strictObject({ ...decision, ground: z.enum(grounds), text: text() }),
  data: changed,
  example: {
    ...exampleDecision,
    ground: 'userNotIdentified',
    text: 'The proof names another owner.',
  },
});

export const deskGrounds = endpoint({
  method: 'GET',
  path: '/server/desk/grounds',
  access: 'desk',
  summary: 'The lawful grounds of refusal with their articles, in the reader’s language.',
  kind: 'query',
  input: nothing,
  data: z.array(
    z.object({
      code: z.enum(grounds),
      article: z.string(),
      kind: z.enum(['personal', 'public']),
      label: z.string(),
    }),
  ),
  example: {},
});
