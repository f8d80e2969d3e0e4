import type { Value } from '#server/vehicles/vehicle-source.ts';

/**
 * Keeps, of each signal of a vehicle, the first value in every interval.
 * @param interval ms; intervals are counted from the epoch, 0 keeps all values
 */
export function thinned(
  interval: number,
): (at: number, values: readonly Value[]) => readonly Value[] {
  if (interval === 0) return (_, values) => values;
  /** Interval of the last value that was kept, by the place of its signal. */
  const kept = new Map<number, number>();
  return (at, values) => {
    const nth = Math.floor(at / interval);
    return values.map((value, place) => {
      if (value === null || kept.get(place) === nth) return null;
      kept.set(place, nth);
      return value;
    });
  };
}
