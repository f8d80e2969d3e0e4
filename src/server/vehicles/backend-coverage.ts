import * as z from 'zod/mini';
import { BackendError } from './backend-error.ts';
import type { Coverage, TimeRange } from './vehicle-source.ts';

const SECOND = 1000;

const time = z.optional(z.nullable(z.iso.datetime({ offset: true })));
const duration = z.number().check(z.nonnegative());
const count = z.int().check(z.nonnegative());
/** What a back end leaves out or gives as null it does not know. */
export const coverageAnswer = z.object({
  rows: z.optional(z.nullable(count)),
  first: time,
  last: time,
  gaps: z.optional(z.nullable(z.object({ count, longest: duration, beyond: duration }))),
});

/** Coverage of a back end that tells nothing of it. */
export const unknownCoverage: Coverage = { rows: null, first: null, last: null, gaps: null };

/**
 * Converts what a back end answered of a range.
 * @throws {BackendError} `outOfOrder`, or `outOfTime` beyond the range
 */
export function coverageFrom(
  { rows = null, first, last, gaps }: z.output<typeof coverageAnswer>,
  { from, to }: TimeRange,
): Coverage {
  const [begin, end] = [instantOf(first), instantOf(last)];
  if (begin !== null && end !== null && begin > end)
    throw new BackendError('outOfOrder', 'Coverage came that ends before it begins');
  for (const at of [begin, end])
    if (at !== null && (at < from || at >= to))
      throw new BackendError('outOfTime', 'Coverage came of another time than the one asked for');
  return {
    rows,
    first: begin,
    last: end,
    gaps: gaps
      ? { count: gaps.count, longest: gaps.longest * SECOND, beyond: gaps.beyond * SECOND }
      : null,
  };
}

const instantOf = (at: string | null | undefined) => (at ? Date.parse(at) : null);
