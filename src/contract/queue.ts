import * as z from 'zod/mini';
import { applicationSummary, clock } from './application-record.ts';
import { calls } from './calls.ts';
import { grounds } from './decision.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { assignee, isoDay, line, optionalLine, page, pageSize } from './fields.ts';
import {
  MAX_VIEWS,
  outcomes,
  queueOrders,
  type StandardView,
  standardViews,
} from './queue-codes.ts';
import { applicationStates } from './stored-application.ts';

const filterFields = {
  states: z.optional(
    z.array(z.enum(applicationStates)).check(z.minLength(1), z.maxLength(applicationStates.length)),
  ),
  turn: z.optional(z.enum(['holder', 'requester', 'nobody'])),
  kind: z.optional(z.enum(['personal', 'public'])),
  overdue: z.optional(z.literal(true)),
  /** Only decisions with an open notice to the competent authority. */
  authority: z.optional(z.literal(true)),
  assigned: z.optional(z.enum(['me', 'nobody'])),
  /** How an application ended: `lapsed` without an answer, `withdrawn` by the requester. */
  outcome: z.optional(z.enum(outcomes)),
  ground: z.optional(z.enum(grounds)),
  watched: z.optional(z.literal(true)),
  opinion: z.optional(z.literal(true)),
  /** Words that must all occur in number, names, address or VIN. */
  search: optionalLine(),
};

/** Default: earliest deadline first. */
const orderFields = {
  sort: z.optional(z.enum(queueOrders)),
  descending: z.optional(z.literal(true)),
};

const queueItem = z.extend(applicationSummary, {
  requesterEmail: z.string(),
  requesterName: z.string(),
  userName: z.nullable(z.string()),
  dueAt: z.nullable(z.number()),
  dueDay: z.nullable(isoDay),
  isOverdue: z.boolean(),
  /** In the reader's language; only the beginning of a public body's text. */
  purpose: z.string(),
  clock: z.pick(clock, { basis: true, limit: true, used: true }),
  /** True if the requester's answer is the last change. */
  isAnswered: z.boolean(),
  assignee,
  previousAssignee: assignee,
  outcome: z.nullable(z.enum(outcomes)),
  ground: z.nullable(z.string()),
});

export const deskQueue = endpoint(calls.deskQueue, {
  access: 'desk',
  summary: 'Applications at the desk by page, by default the earliest deadline first.',
  input: z.strictObject({ ...filterFields, ...orderFields, page: page(), pageSize: pageSize() }),
  data: z.object({
    total: z.number(),
    hasMore: z.boolean(),
    items: z.array(queueItem),
    /** Applications by state, ignoring `states` and `turn`; null if there are too many. */
    counts: z.nullable(
      z.array(
        z.object({
          state: applicationSummary.shape.state,
          count: z.number(),
          overdue: z.number(),
          dueToday: z.number(),
        }),
      ),
    ),
    /**
     * Decisions with an open notice to the authority. A notice is overdue one day after the
     * decision.
     */
    authorityNotices: z.object({ count: z.number(), overdue: z.number() }),
  }),
  example: { turn: 'holder', assigned: 'nobody', search: 'Nowak', page: 1, pageSize: 15 },
});

export const deskQueueExport = fileEndpoint(calls.deskQueueExport, {
  access: 'desk',
  summary: 'All applications that match a filter of the queue, in its order, as CSV or workbook.',
  input: z.strictObject({ format: z.enum(['csv', 'xlsx']), ...filterFields, ...orderFields }),
  example: { format: 'csv', turn: 'holder', sort: 'filed' },
});

export const queueFilter = z.strictObject({ ...filterFields, ...orderFields });

/** Key of a saved view: `name` is unique per `owner`, by default the caller. */
const viewKey = { owner: z.optional(line()), name: line() };

export const savedView = z.object({
  owner: z.string(),
  ownerEmail: z.string(),
  name: z.string(),
  /** All staff see a shared view. Its author and leads can change it. */
  isShared: z.boolean(),
  filter: queueFilter,
});

export const deskViews = endpoint(calls.deskViews, {
  access: 'desk',
  summary: 'Own and shared views of the queue (filter and order), by name.',
  data: z.array(savedView),
});

/** Null if there are more than `MAX_COUNTED` matches of a search. */
const viewCount = z.nullable(z.number());

export const deskViewCounts = endpoint(calls.deskViewCounts, {
  access: 'desk',
  summary: 'Numbers of applications in the standard views and in the own and shared views.',
  data: z.object({
    standard: z.record(
      z.enum(/* @__PURE__ */ Object.keys(standardViews) as StandardView[]),
      viewCount,
    ),
    saved: z.array(z.object({ owner: z.string(), name: z.string(), count: viewCount })),
  }),
});

export const deskViewSave = endpoint(calls.deskViewSave, {
  access: 'desk',
  errors: ['notFound'],
  summary: `Saves a view of the queue and replaces an own one of that name; ${MAX_VIEWS} at most. With \`view\`, changes that one: leads also change shared views of others.`,
  input: z.strictObject({
    view: z.optional(z.strictObject(viewKey)),
    name: line(),
    isShared: z.optional(z.boolean()),
    filter: queueFilter,
  }),
  example: {
    name: 'Emergencies of nobody',
    isShared: true,
    filter: { kind: 'public', assigned: 'nobody', sort: 'filed' },
  },
});

export const deskViewForget = endpoint(calls.deskViewForget, {
  access: 'desk',
  errors: ['notFound'],
  summary: 'Deletes a view. Leads also delete shared views of others.',
  input: z.strictObject(viewKey),
  example: { owner: 'a1', name: 'Emergencies' },
});
