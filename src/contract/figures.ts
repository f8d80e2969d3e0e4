import * as z from 'zod/mini';
import { applicationSummary } from './application-record.ts';
import { calls } from './calls.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { date, page, pageSize } from './fields.ts';
import { applicationStates, statesWith } from './stored-application.ts';

/**
 * Reasons why a recorded step deviates from the machine. `event`: not accepted in that state;
 * `guard`: a guard did not hold; `target`: leads elsewhere; `gap`: does not follow from the step
 * before; `end`: the application is not in the last recorded state.
 */
export const deviationReasons = ['event', 'guard', 'target', 'gap', 'end'] as const;

/** Outcomes of an application, as a filter. */
export const outcomes = /* @__PURE__ */ ['open' as const, ...statesWith('ended')];

/** Filter of the counted applications: days of filing (UTC, inclusive), kind, outcome. */
export const figureFilter = {
  from: z.optional(date()),
  to: z.optional(date()),
  kind: z.optional(z.enum(['personal', 'public'])),
  outcome: z.optional(z.enum(outcomes)),
};
const { outcome: _, ...officeFilter } = figureFilter;

const state = () => z.enum(applicationStates);
/** ms; null without data. */
const duration = () => z.nullable(z.number());

/** Applications with the same sequence of states. */
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
    states: z.array(
      z.object({
        state: state(),
        now: z.number(),
        /** Of those, past their deadline. */
        overdue: z.number(),
        /** Median time that current applications have been there. */
        openMedian: duration(),
        entered: z.number(),
        left: z.number(),
        /** Time in the state, of those that left it. */
        median: duration(),
        p90: duration(),
      }),
    ),
    transitions: z.array(
      z.object({
        /** Id in the machine's graph. */
        id: z.string(),
        count: z.number(),
        /** Share of all transitions from its source, 0 to 1. */
        share: z.number(),
        /** Times it led to a state that the application had been in before. */
        repeats: z.number(),
        /** Time in the source before the transition. */
        median: duration(),
      }),
    ),
    /** The most frequent variants of each kind, at most 20 in all. */
    variants: z.array(variant),
    variantCount: z.number(),
    /** Applications that followed the shortest path to approval. */
    normal: z.number(),
  }),
  example: { from: '2026-01-01', to: '2026-12-31', kind: 'personal' },
});

/** Weeks in the figures of the office, including the current one. */
export const OFFICE_WEEKS = 12;

export const officeFigures = endpoint(calls.officeFigures, {
  access: 'lead',
  summary:
    'Figures of the office: open and late applications by state, age and reviewer, refusals by ground, and recent weeks.',
  input: z.strictObject(officeFilter),
  data: z.object({
    open: z.number(),
    overdue: z.number(),
    /** Open applications only. */
    states: z.array(z.object({ state: state(), now: z.number(), overdue: z.number() })),
    /** Open applications by whole days since filing. */
    ages: z.array(
      z.object({
        fromDays: z.number(),
        /** Null: no upper bound. */
        belowDays: z.nullable(z.number()),
        count: z.number(),
        overdue: z.number(),
      }),
    ),
    reviewers: z.array(
      z.object({
        /** Null: not assigned. */
        email: z.nullable(z.string()),
        open: z.number(),
        overdue: z.number(),
        /** Applications that they ended in the weeks below. */
        ended: z.number(),
      }),
    ),
    grounds: z.array(z.object({ ground: z.string(), count: z.number() })),
    /** The last weeks in the desk's calendar, oldest first. */
    weeks: z.array(
      z.object({
        /** The Monday, YYYY-MM-DD. */
        from: z.string(),
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
    /** Applications that are in this state now. */
    state: z.optional(state()),
    /** Applications that took this transition; an id of the machine's graph. */
    transition: z.optional(z.string().check(z.maxLength(200))),
    /** Applications with exactly this sequence of states. */
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
    /** Of those, not yet replayed through the current machine. */
    pending: z.number(),
    steps: z.number(),
    /** Steps replayed with an assumed fact, because their history does not have it. */
    assumed: z.number(),
    deviating: z.number(),
    /** Their steps, most frequent first, as many as a diagram can show. */
    nonconforming: z.array(
      z.object({ from: z.string(), to: z.string(), event: z.string(), count: z.number() }),
    ),
    /** Number of distinct deviations. */
    total: z.number(),
    /** A page of them, most frequent first. */
    deviations: z.array(
      z.object({
        kind: z.enum(['personal', 'public']),
        from: z.nullable(z.string()),
        to: z.string(),
        event: z.string(),
        role: z.enum(['requester', 'reviewer', 'clock']),
        reason: z.enum(deviationReasons),
        /** Guard that did not hold. */
        guard: z.nullable(z.string()),
        count: z.number(),
        /** Some application numbers; empty for readers who may not see applications. */
        cases: z.array(z.string()),
      }),
    ),
  }),
  example: { from: '2026-01-01', kind: 'public', reason: 'guard', page: 1, pageSize: 20 },
});

/** Maximum number of cases in the dotted chart; a random sample of more. */
export const MAX_DOTTED = 120;

/**
 * Party that an application waits for. `suspended`: none, until protective measures are agreed;
 * `ended`: none.
 */
export const waitedFor = ['requester', 'holder', 'suspended'] as const;
const party = () => z.enum([...waitedFor, 'ended']);

export const chartTimeline = endpoint(calls.chartTimeline, {
  access: 'analyst',
  summary:
    'Applications over time: steps of a sample, waiting times by party, re-entered states, variants.',
  input: z.strictObject(figureFilter),
  data: z.object({
    total: z.number(),
    /** By filing, oldest first; instants in ms since the epoch. */
    cases: z.array(
      z.object({
        /** Null for readers who may not see applications. */
        number: z.nullable(z.string()),
        steps: z.array(
          z.object({
            at: z.number(),
            event: z.string(),
            /** State after the step; null for one of an earlier release. */
            state: z.nullable(z.enum(applicationStates)),
            waitsFor: party(),
          }),
        ),
      }),
    ),
    waiting: z.array(
      z.object({
        waitsFor: z.enum(waitedFor),
        /** Number and total duration of completed waits, in ms. */
        waits: z.number(),
        time: z.number(),
        /** Share of the total duration of all waits, 0 to 1. */
        share: z.number(),
        /** Of those, ended by a deadline. */
        lapsed: z.number(),
        /** Applications that are waiting now. */
        now: z.number(),
      }),
    ),
    /** Applications that re-entered a state. */
    reworked: z.number(),
    /** Re-entered states, most frequent first. */
    rework: z.array(
      z.object({
        state: z.enum(applicationStates),
        applications: z.number(),
        times: z.number(),
      }),
    ),
    /** Applications with a complaint or dispute, and those where one is open. */
    disputed: z.number(),
    openDisputes: z.number(),
    /** The most frequent variants, at most 20. */
    variants: z.array(variant),
    variantCount: z.number(),
  }),
  example: { from: '2026-01-01', to: '2026-06-30', kind: 'personal' },
});

export const chartLog = fileEndpoint(calls.chartLog, {
  access: 'analyst',
  summary: 'Histories as an event log with pseudonyms: XES (IEEE 1849) or CSV.',
  input: z.strictObject({ format: z.enum(['xes', 'csv']), ...figureFilter }),
  example: { format: 'xes', from: '2026-01-01', kind: 'personal' },
});
