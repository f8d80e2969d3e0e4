import { settings } from '#server/platform/config/config.ts';
import { generousLimits } from '../generous-limits.ts';

/** The middle one of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const defaults: Record<string, unknown> = settings.parse({});

/** The limits of codes and files as the product has them by default. */
export const productLimits = Object.fromEntries(
  Object.keys(generousLimits)
    // Those are written in another unit than they are read in.
    .filter((name) => !/_(HOURS|MINUTES)$/.test(name))
    .map((name) => [name, String(defaults[name])]),
);
