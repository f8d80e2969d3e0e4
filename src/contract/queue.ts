import * as z from 'zod/mini';
import { applicationSummary } from './application-record.ts';
import { calls } from './calls.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { line, nothing, optionalLine, page, pageSize } from './fields.ts';
import { applicationStates } from './stored-application.ts';

/** Columns by which the desk's queue can be sorted. */
export const queueOrders = ['due', 'number', 'requester', 'status', 'filed', 'assignee'] as const;
export type QueueOrder = (typeof queueOrders)[number];

/** Views that one member of staff can keep. */
export const MAX_VIEWS = 20;

/** Most matches that are counted, and can be paged through. */
export const MAX_COUNTED = 1000;

/** Filter of the queue. Every part narrows it further. */
const filterFields = {
  /** In one of these states. */
  states: z.optional(
    z.array(z.enum(applicationStates)).check(z.minLength(1), z.maxLength(applicationStates.length)),
  ),
  turn: z.optional(z.enum(['holder', 'requester', 'nobody'])),
  kind: z.optional(z.enum(['personal', 'public'])),
  /** Only applications whose date has passed. */
  overdue: z.optional(z.literal(true)),
  /** Only refusals that the competent authority has still to be notified of by the desk itself. */
  authority: z.optional(z.literal(true)),
  /** Taken by who asks, or by nobody. */
  assigned: z.optional(z.enum(['me', 'nobody'])),
  /** Only what who asks watches. */
  watched: z.optional(z.literal(true)),
  /** Only where the opinion of who asks is awaited. */
  opinion: z.optional(z.literal(true)),
  /** Words that number, names, address or VIN hold, each of them. */
  search: optionalLine(),
};

/** Order of the queue; what is due first on top without one. */
const orderFields = {
  sort: z.optional(z.enum(queueOrders)),
  descending: z.optional(z.literal(true)),
};

/** Member of staff who has taken an application; null while nobody has. */
export const assignee = z.nullable(z.object({ id: z.string(), email: z.string() }));

const queueItem = z.extend(applicationSummary, {
  requesterEmail: z.string(),
  /** The person who applies, or the public-sector body. */
  requesterName: z.string(),
  /** By when somebody has to act, ms since the epoch; null once the application has ended. */
  dueAt: z.nullable(z.number()),
  /** The day of `dueAt` in the desk's calendar, YYYY-MM-DD. */
  dueDay: z.nullable(z.string()),
  isOverdue: z.boolean(),
  assignee,
});

export const deskQueue = endpoint({
  ...calls.deskQueue,
  access: 'desk',
  summary: 'Applications at the desk, what is due first on top, a page at a time.',
  input: z.strictObject({ ...filterFields, ...orderFields, page: page(), pageSize: pageSize() }),
  data: z.object({
    total: z.number(),
    /** The search matches so many that they are not all counted: there are more than `total`. */
    isMore: z.boolean(),
    items: z.array(queueItem),
    /**
     * Applications per state that the rest of the filter leaves, whatever `states` and `turn`;
     * null when the search matches too many.
     */
    counts: z.nullable(
      z.array(
        z.object({
          state: applicationSummary.shape.state,
          count: z.number(),
          /** Of those, past their date. */
          overdue: z.number(),
        }),
      ),
    ),
    /** Refusals that the authority has still to be notified of by the desk, whatever the filter. */
    authorityNotices: z.number(),
  }),
  example: { turn: 'holder', assigned: 'nobody', search: 'Nowak', page: 1, pageSize: 20 },
});

export const deskQueueExport = fileEndpoint({
  ...calls.deskQueueExport,
  access: 'desk',
  summary:
    'All applications that pass a filter of the queue, in its order, as CSV or as a workbook.',
  input: z.strictObject({ format: z.enum(['csv', 'xlsx']), ...filterFields, ...orderFields }),
  example: { format: 'csv', turn: 'holder', sort: 'filed' },
});

export const queueFilter = z.strictObject(filterFields);
export const savedView = z.strictObject({ name: line(), filter: queueFilter });

export const deskViews = endpoint({
  ...calls.deskViews,
  access: 'desk',
  summary: 'The filters of the queue that the account keeps, by name.',
  input: nothing,
  data: z.array(savedView),
  example: {},
});

export const deskViewSave = endpoint({
  ...calls.deskViewSave,
  access: 'desk',
  summary: `Keeps a filter of the queue under a name, in place of one of that name; ${MAX_VIEWS} at most.`,
  input: savedView,
  data: z.null(),
  example: { name: 'Emergencies of nobody', filter: { kind: 'public', assigned: 'nobody' } },
});

export const deskViewForget = endpoint({
  ...calls.deskViewForget,
  access: 'desk',
  errors: ['notFound'],
  summary: 'Forgets a filter that the account keeps.',
  input: z.strictObject({ name: line() }),
  data: z.null(),
  example: { name: 'Emergencies of nobody' },
});
