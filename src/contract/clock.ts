import * as z from 'zod/mini';

/** Kinds of calendar days that the clock distinguishes. */
const dayKinds = ['receipt', 'counted', 'weekend', 'holiday', 'paused'] as const;

/** Time the data holder has, and had, for an application. Instants in ms since the epoch. */
export const clock = z.object({
  /** `workingDays`: what Art. 18(2) sets. `serviceGoal`: what the data holder set itself. */
  basis: z.enum(['workingDays', 'serviceGoal']),
  /** Days: working days of Art. 18, calendar days of a service goal. */
  limit: z.number(),
  /** Days that counted up to now, or up to the end. */
  used: z.number(),
  /** Until when the data holder has time if the turn stays theirs; null while it is not. */
  dueAt: z.nullable(z.number()),
  /** The day of `dueAt` in the data holder's calendar, YYYY-MM-DD. */
  dueDay: z.nullable(z.string()),
  /** The data holder's time zone, in which days begin and end (IANA name). */
  timeZone: z.string(),
  /** True once `dueAt` is past. */
  isOverdue: z.boolean(),
  state: z.enum(['running', 'paused', 'ended']),
  /** The arithmetic, from the day of receipt on; none for a service goal. */
  days: z.array(
    z.object({
      /** YYYY-MM-DD */
      day: z.string(),
      kind: z.enum(dayKinds),
      /** Name of a holiday. */
      name: z.nullable(z.string()),
      /** Number of the counted day; null for days that are not counted. */
      count: z.nullable(z.number()),
    }),
  ),
});
export type Clock = z.infer<typeof clock>;
