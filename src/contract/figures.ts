import * as z from 'zod/mini';
import { applicationSummary } from './application-record.ts';
import { calls } from './calls.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { date, isoDay, page, pageSize } from './fields.ts';
import { deviationReasons, outcomes } from './figure-codes.ts';
import { applicationStates } from './stored-application.ts';

/** Filter of the counted applications: filing dates (UTC, inclusive), kind and outcome. */
export const figureFilter = {
  from: z.optional(date()),
  to: z.optional(date()),
  kind: z.optional(z.enum(['personal', 'public'])),
  outcome: z.optional(z.enum(outcomes)),
};
const { outcome: _, ...officeFilter } = figureFilter;

export const TREND_MONTHS = 12;

const state = () => z.enum(applicationStates);
/** ms; null if there are no data. */
const duration = () => z.nullable(z.number());

/**
 * Party that an application waits for; `suspended` if none has to act. `party` adds `ended`.
 */
export const waitedFor = ['requester', 'holder', 'suspended'] as const;
const party = () => z.enum([...waitedFor, 'ended']);

export const waiting = z.object({
  waitsFor: z.enum(waitedFor),
  /** Number and total duration of completed waits, in ms. */
  waits: z.number(),
  time: z.number(),
  /** Share of the total duration of all waits, 0 to 1. */
  share: z.number(),
  lapsed: z.number(),
  now: z.number(),
});

export const variant = z.object({
  kind: z.enum(['personal', 'public']),
  states: z.array(state()),
  count: z.number(),
  isNormal: z.boolean(),
});

export const chartFigures = endpoint(calls.chartFigures, {
  access: 'analyst',
  summary: 'Counts and durations of every state and transition of applications.',
  input: z.strictObject(figureFilter),
  data: z.object({
    total: z.number(),
    open: z.number(),
    suspended: z.number(),
    states: z.array(
      z.object({
        state: state(),
        now: z.number(),
        overdue: z.number(),
        /** Median duration so far of stays that have not ended. `median`, `p90`: of ended stays. */
        openMedian: duration(),
        entered: z.number(),
        left: z.number(),
        median: duration(),
        p90: duration(),
      }),
    ),
    transitions: z.array(
      z.object({
        id: z.string(),
        count: z.number(),
        /** Share of all transitions from the same source, 0 to 1. */
        share: z.number(),
        /** Number of times the transition led to a state already visited by the application. */
        repeats: z.number(),
        median: duration(),
      }),
    ),
    /** Stays in the states in which the data holder acts, by the month (UTC) in which they ended. */
    trend: z.array(
      z.object({
        state: state(),
        /** Oldest first, `YYYY-MM`. */
        months: z.array(z.object({ month: z.string(), median: duration() })),
      }),
    ),
    waiting: z.array(waiting),
    /** The most frequent variants of each kind, at most 20 in all. */
    variants: z.array(variant),
    variantCount: z.number(),
    /** Number of applications that took the shortest path to approval. */
    normal: z.number(),
  }),
  example: { from: '2026-01-01', to: '2026-12-31', kind: 'personal' },
});

export const OFFICE_WEEKS = 12;

export const officeFigures = endpoint(calls.officeFigures, {
  access: 'lead',
  summary:
    'Office figures: open and late applications by state, age and reviewer, refusals by ground, and recent weeks.',
  input: z.strictObject(officeFilter),
  data: z.object({
    open: z.number(),
    overdue: z.number(),
    states: z.array(z.object({ state: state(), now: z.number(), overdue: z.number() })),
    ages: z.array(
      z.object({
        fromDays: z.number(),
        belowDays: z.nullable(z.number()),
        count: z.number(),
        overdue: z.number(),
      }),
    ),
    reviewers: z.array(
      z.object({
        email: z.nullable(z.string()),
        open: z.number(),
        overdue: z.number(),
        ended: z.number(),
      }),
    ),
    grounds: z.array(z.object({ ground: z.string(), count: z.number() })),
    grants: z.array(z.object({ state: z.string(), now: z.number() })),
    /** The last weeks in the desk's calendar, from Monday, oldest first. */
    weeks: z.array(
      z.object({
        from: isoDay,
        filed: z.number(),
        ended: z.number(),
      }),
    ),
  }),
  example: { kind: 'personal' },
});

export const chartCases = endpoint(calls.chartCases, {
  access: 'desk',
  summary: 'Applications behind a figure, last changed first.',
  input: z.strictObject({
    ...figureFilter,
    state: z.optional(state()),
    transition: z.optional(z.string().check(z.maxLength(200))),
    trace: z.optional(z.array(state()).check(z.minLength(1), z.maxLength(200))),
    page: page(),
    pageSize: pageSize(),
  }),
  data: z.object({ total: z.number(), items: z.array(applicationSummary) }),
  example: { state: 'dataRequest.underReview', page: 1, pageSize: 20 },
});

export const chartConformance = endpoint(calls.chartConformance, {
  access: 'analyst',
  summary: 'Replays all histories through the machine; returns the deviations.',
  input: z.strictObject({
    ...figureFilter,
    reason: z.optional(z.enum(deviationReasons)),
    page: page(),
    pageSize: pageSize(),
  }),
  data: z.object({
    applications: z.number(),
    pending: z.number(),
    steps: z.number(),
    deviating: z.number(),
    nonconforming: z.array(
      z.object({ from: z.string(), to: z.string(), event: z.string(), count: z.number() }),
    ),
    total: z.number(),
    deviations: z.array(
      z.object({
        kind: z.enum(['personal', 'public']),
        from: z.nullable(z.string()),
        to: z.string(),
        event: z.string(),
        role: z.enum(['requester', 'reviewer', 'clock']),
        reason: z.enum(deviationReasons),
        guard: z.nullable(z.string()),
        count: z.number(),
        /** Numbers of example applications. Empty for users without access to applications. */
        cases: z.array(z.string()),
      }),
    ),
  }),
  example: { from: '2026-01-01', kind: 'public', reason: 'guard', page: 1, pageSize: 20 },
});

/** Maximum number of cases in the dotted chart. Larger sets are sampled at random. */
export const MAX_DOTTED = 120;

export const chartTimeline = endpoint(calls.chartTimeline, {
  access: 'analyst',
  summary: 'Applications over time: steps of a sample.',
  input: z.strictObject(figureFilter),
  data: z.object({
    total: z.number(),
    /** Ordered by filing, oldest first. */
    cases: z.array(
      z.object({
        number: z.nullable(z.string()),
        steps: z.array(z.object({ at: z.number(), waitsFor: party() })),
      }),
    ),
  }),
  example: { from: '2026-01-01', to: '2026-06-30', kind: 'personal' },
});

export const chartLog = fileEndpoint(calls.chartLog, {
  access: 'analyst',
  summary: 'Histories as an event log with pseudonyms: XES (IEEE 1849) or CSV.',
  input: z.strictObject({ format: z.enum(['xes', 'csv']), ...figureFilter }),
  example: { format: 'xes', from: '2026-01-01', kind: 'personal' },
});
