import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { figureFilter, variant } from './figures.ts';
import { applicationStates } from './stored-application.ts';

/** Cases that the dotted chart holds at most; of more, as many chosen by chance. */
export const MAX_DOTTED = 120;

/**
 * Party that an application waits for. `suspended`: nobody's turn while protective measures are being
 * agreed; `ended`: nothing is waited for.
 */
export const waitedFor = ['requester', 'holder', 'suspended'] as const;
const party = () => z.enum([...waitedFor, 'ended']);

export const chartTimeline = endpoint({
  ...calls.chartTimeline,
  access: 'analyst',
  summary:
    'Applications over time: a sample step by step, whose turn the waiting was, states entered again, ways.',
  input: z.strictObject(figureFilter),
  data: z.object({
    total: z.number(),
    /** By filing, the earliest first; instants in ms since the epoch. */
    cases: z.array(
      z.object({
        /** Null for who may not see applications. */
        number: z.nullable(z.string()),
        steps: z.array(
          z.object({
            at: z.number(),
            event: z.string(),
            /** State that the step led to; null for one of an earlier release. */
            state: z.nullable(z.enum(applicationStates)),
            waitsFor: party(),
          }),
        ),
      }),
    ),
    waiting: z.array(
      z.object({
        waitsFor: z.enum(waitedFor),
        /** Waits that are over, and how long they were together, ms. */
        waits: z.number(),
        time: z.number(),
        /** Of the time of all of them, 0 to 1. */
        share: z.number(),
        /** Those of them that the clock ended. */
        lapsed: z.number(),
        /** Applications that wait for it now. */
        now: z.number(),
      }),
    ),
    /** Applications that entered some state again. */
    reworked: z.number(),
    /** States that were, the most often first. */
    rework: z.array(
      z.object({
        state: z.enum(applicationStates),
        applications: z.number(),
        times: z.number(),
      }),
    ),
    /** Applications about which a complaint or dispute was recorded, and those where one is open. */
    disputed: z.number(),
    openDisputes: z.number(),
    /** The commonest ways, at most 20. */
    variants: z.array(variant),
    variantCount: z.number(),
  }),
  example: { from: '2026-01-01', to: '2026-06-30', kind: 'personal' },
});

export const chartLog = fileEndpoint({
  ...calls.chartLog,
  access: 'analyst',
  summary: 'Histories as an event log with pseudonyms: XES (IEEE 1849) or CSV.',
  input: z.strictObject({ format: z.enum(['xes', 'csv']), ...figureFilter }),
  example: { format: 'xes', from: '2026-01-01', kind: 'personal' },
});
