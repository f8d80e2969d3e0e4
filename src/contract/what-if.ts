import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { figureFilter } from './figures.ts';
import { MAX_ANSWER_DAYS, MAX_SEED, MAX_STAFF } from './simulation-limits.ts';

const duration = () => z.nullable(z.number());
const { outcome: _, ...filing } = figureFilter;

/** How applications went, really or simulated; times in ms, null where none ended. */
export const course = z.object({
  /** Applications that came to an end. */
  ended: z.number(),
  /** Time from filing to the end: of half of them at most, and of nine in ten. */
  median: duration(),
  p90: duration(),
  /** Median time that one waited for a reviewer in all. */
  desk: duration(),
  /** Of those that ended, 0 to 1: approved, and ended because no answer came in time. */
  approved: z.number(),
  lapsed: z.number(),
});
export type Course = z.infer<typeof course>;

export const chartWhatIf = endpoint({
  method: 'POST',
  path: '/server/charts/whatIf',
  access: 'analyst',
  summary:
    'A simulation, from what was measured, of the applications as they went and with other staff or another time to answer.',
  input: z.strictObject({
    ...filing,
    /** Reviewers; as many as decided where it is left out. */
    staff: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_STAFF))),
    /** Days that requesters have to answer; as they had where it is left out. */
    answerDays: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_ANSWER_DAYS))),
    /** Of the random choices: the same one gives the same figures. */
    seed: z._default(z.int().check(z.minimum(0), z.maximum(MAX_SEED)), 1),
  }),
  data: z.object({
    applications: z.number(),
    /** Reviewers who decided. */
    staff: z.number(),
    measured: course,
    /** Simulated as things are: how far it is from what was measured is the simulation's error. */
    today: course,
    whatIf: course,
  }),
  example: { staff: 3, answerDays: 21, seed: 1 },
});
