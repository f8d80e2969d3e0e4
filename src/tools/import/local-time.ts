import { Temporal } from 'temporal-polyfill';

/** Treatment of a local time that the clocks showed twice. */
export type Ambiguity = 'refuse' | 'earlier' | 'later';

/** Offsets change on a quarter of an hour everywhere since 1972. */
const QUARTER = 15 * 60 * 1000;

/**
 * Local times of one IANA zone as instants, by the time-zone data of the platform, so that a
 * country's own rules count (Morocco goes back an hour for the month of Ramadan).
 */
export class LocalTimes {
  readonly #zone: string;
  readonly #ambiguity: Ambiguity;
  /** Local time minus UTC, ms, by the local time at which a quarter of an hour starts. */
  readonly #offsets = new Map<number, number>();

  /** @throws RangeError when the platform does not know the zone */
  constructor(zone: string, ambiguity: Ambiguity) {
    this.#zone = Temporal.Now.zonedDateTimeISO(zone).timeZoneId;
    this.#ambiguity = ambiguity;
  }

  /**
   * @param wall the local time as if it were UTC, ms since the epoch
   * @returns the instant, ms since the epoch
   * @throws RangeError when the clocks never showed this time, or showed it twice
   */
  instantOf(wall: number): number {
    const quarter = Math.floor(wall / QUARTER) * QUARTER;
    let offset = this.#offsets.get(quarter);
    if (offset === undefined) {
      offset = quarter - this.#find(quarter).epochMilliseconds;
      this.#offsets.set(quarter, offset);
    }
    return wall - offset;
  }

  #find(wall: number): Temporal.ZonedDateTime {
    const local = Temporal.Instant.fromEpochMilliseconds(wall)
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime();
    const earlier = local.toZonedDateTime(this.#zone, { disambiguation: 'earlier' });
    const later = local.toZonedDateTime(this.#zone, { disambiguation: 'later' });
    if (earlier.equals(later)) return earlier;
    if (!earlier.toPlainDateTime().equals(local))
      throw new RangeError(`did not exist in ${this.#zone}: the clocks were put forward over it`);
    if (this.#ambiguity === 'refuse')
      throw new RangeError(
        `happened twice in ${this.#zone}, because the clocks were put back: say --ambiguous earlier or later`,
      );
    return this.#ambiguity === 'earlier' ? earlier : later;
  }
}
