import * as z from 'zod/mini';
import { applicationSummary } from './application-record.ts';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { date, page, pageSize } from './fields.ts';
import { applicationStates, statesWith } from './stored-application.ts';

/**
 * Reasons why the machine would not have made a step. `event`: not accepted in that state; `guard`:
 * one did not hold; `target`: leads elsewhere; `gap`: does not follow from the step before; `end`:
 * the application is not in the state in which its history ends.
 */
export const deviationReasons = ['event', 'guard', 'target', 'gap', 'end'] as const;

/** Outcomes of an application, by which figures are filtered. */
export const outcomes = /* @__PURE__ */ ['open' as const, ...statesWith('ended')];

/** Filter of the applications counted: days of filing (UTC, both included), kind, outcome. */
export const figureFilter = {
  from: z.optional(date()),
  to: z.optional(date()),
  kind: z.optional(z.enum(['personal', 'public'])),
  outcome: z.optional(z.enum(outcomes)),
};
const { outcome: _, ...officeFilter } = figureFilter;

const state = () => z.enum(applicationStates);
/** ms; null where nothing was counted. */
const duration = () => z.nullable(z.number());

/** Applications that went the same way. */
export const variant = z.object({
  kind: z.enum(['personal', 'public']),
  states: z.array(state()),
  count: z.number(),
  isNormal: z.boolean(),
});

export const chartFigures = endpoint({
  ...calls.chartFigures,
  access: 'analyst',
  summary: 'What really happened: counts and times of every state and transition of applications.',
  input: z.strictObject(figureFilter),
  data: z.object({
    total: z.number(),
    open: z.number(),
    states: z.array(
      z.object({
        state: state(),
        now: z.number(),
        /** Of those, past the date by which somebody has to act. */
        overdue: z.number(),
        /** Median time that those there now have been there. */
        openMedian: duration(),
        entered: z.number(),
        left: z.number(),
        /** Stay of those that left. */
        median: duration(),
        p90: duration(),
      }),
    ),
    transitions: z.array(
      z.object({
        /** Id in the machine's graph. */
        id: z.string(),
        count: z.number(),
        /** Of all that left its source, 0 to 1. */
        share: z.number(),
        /** Times it entered a state that the application had been in before. */
        repeats: z.number(),
        /** Stay in the source before it was taken. */
        median: duration(),
      }),
    ),
    /** The commonest traces of each kind, at most 20 in all. */
    variants: z.array(variant),
    variantCount: z.number(),
    /** Applications that ended as the shortest way to approval leads. */
    normal: z.number(),
  }),
  example: { from: '2026-01-01', to: '2026-12-31', kind: 'personal' },
});

/** Weeks that the office's figures tell of, this one included. */
export const OFFICE_WEEKS = 12;

export const officeFigures = endpoint({
  ...calls.officeFigures,
  access: 'lead',
  summary:
    'Figures of the office: open and late applications by state, age and reviewer, refusals by ground, and the last weeks.',
  input: z.strictObject(officeFilter),
  data: z.object({
    open: z.number(),
    overdue: z.number(),
    /** Those that are open. */
    states: z.array(z.object({ state: state(), now: z.number(), overdue: z.number() })),
    /** Open applications by whole days since their filing. */
    ages: z.array(
      z.object({
        fromDays: z.number(),
        /** The last one has no end. */
        belowDays: z.nullable(z.number()),
        count: z.number(),
        overdue: z.number(),
      }),
    ),
    reviewers: z.array(
      z.object({
        /** Null: taken by nobody. */
        email: z.nullable(z.string()),
        open: z.number(),
        overdue: z.number(),
        /** Applications that they ended in the weeks below. */
        ended: z.number(),
      }),
    ),
    grounds: z.array(z.object({ ground: z.string(), count: z.number() })),
    /** The last weeks in the desk's calendar, the oldest first. */
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

export const chartCases = endpoint({
  ...calls.chartCases,
  access: 'desk',
  summary: 'The applications behind a figure, those that changed last first.',
  input: z.strictObject({
    ...figureFilter,
    /** Those that are in it now. */
    state: z.optional(state()),
    /** Those that took it; an id of the machine's graph. */
    transition: z.optional(z.string().check(z.maxLength(200))),
    /** Those whose trace is this. */
    trace: z.optional(z.array(state()).check(z.minLength(1), z.maxLength(200))),
    page: page(),
    pageSize: pageSize(),
  }),
  data: z.object({ total: z.number(), items: z.array(applicationSummary) }),
  example: { state: 'dataRequest.underReview', page: 1, pageSize: 20 },
});

export const chartConformance = endpoint({
  ...calls.chartConformance,
  access: 'analyst',
  summary: 'Every step of every history replayed through the machine; what it would not allow.',
  input: z.strictObject({
    ...figureFilter,
    reason: z.optional(z.enum(deviationReasons)),
    page: page(),
    pageSize: pageSize(),
  }),
  data: z.object({
    applications: z.number(),
    /** Of those, not yet replayed through the machine as it is now. */
    pending: z.number(),
    steps: z.number(),
    /** Steps replayed with a fact that was not kept at their time: taken to be as it had to be. */
    assumed: z.number(),
    /** Steps that the machine would not have made. */
    deviating: z.number(),
    /** Steps they took, the commonest first, as many as a picture holds. */
    nonconforming: z.array(
      z.object({ from: z.string(), to: z.string(), event: z.string(), count: z.number() }),
    ),
    /** Number of different deviations. */
    total: z.number(),
    /** A page of them, the commonest first. */
    deviations: z.array(
      z.object({
        kind: z.enum(['personal', 'public']),
        from: z.nullable(z.string()),
        to: z.string(),
        event: z.string(),
        role: z.enum(['requester', 'reviewer', 'clock']),
        reason: z.enum(deviationReasons),
        /** Name of the guard that did not hold. */
        guard: z.nullable(z.string()),
        count: z.number(),
        /** Numbers of some of them; none for who may not see applications. */
        cases: z.array(z.string()),
      }),
    ),
  }),
  example: { from: '2026-01-01', kind: 'public', reason: 'guard', page: 1, pageSize: 20 },
});
