import { limits } from '#contract/settings.ts';
import { settings } from '#server/platform/config/config.ts';
import { generousLimits } from '../generous-limits.ts';

/** Returns the median. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The product's limits of codes and files, for `startServer`. */
export const productLimits = {
  CODES_IN_ALL: String(settings.parse({}).CODES_IN_ALL),
  ...Object.fromEntries(
    (Object.keys(generousLimits) as (keyof typeof generousLimits)[]).map((name) => [
      name,
      String(limits[name]),
    ]),
  ),
};
