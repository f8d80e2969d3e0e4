/** What to do with a local time that the clocks showed twice. */
export type Ambiguity = 'refuse' | 'earlier' | 'later';

/** Offsets change on a quarter of an hour everywhere since 1972. */
const QUARTER = 15 * 60 * 1000;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Local times of one IANA zone as instants, by the time-zone data of the platform, so that a
 * country's own rules count (Morocco goes back an hour for the month of Ramadan).
 */
export class LocalTimes {
  readonly #format: Intl.DateTimeFormat;
  readonly #ambiguity: Ambiguity;
  readonly #zone: string;
  readonly #offsets = new Map<number, number>();

  /** @throws RangeError when the platform does not know the zone */
  constructor(zone: string, ambiguity: Ambiguity) {
    this.#zone = zone;
    this.#ambiguity = ambiguity;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /**
   * @param wall the local time as if it were UTC, ms since the epoch
   * @returns the instant, ms since the epoch
   * @throws RangeError when the clocks never showed this time, or showed it twice
   */
  instantOf(wall: number): number {
    const offsets = new Set([this.#offsetAt(wall - DAY), this.#offsetAt(wall + DAY)]);
    const instants = [...offsets]
      .map((offset) => wall - offset)
      .filter((instant) => instant + this.#offsetAt(instant) === wall)
      .sort((a, b) => a - b);
    const [earlier, later] = instants;
    if (earlier === undefined) {
      throw new RangeError(`did not exist in ${this.#zone}: the clocks were put forward over it`);
    }
    if (later === undefined || this.#ambiguity === 'earlier') return earlier;
    if (this.#ambiguity === 'later') return later;
    throw new RangeError(
      `happened twice in ${this.#zone}, because the clocks were put back: say --ambiguous earlier or later`,
    );
  }

  /** Local time minus UTC at an instant, in ms. */
  #offsetAt(instant: number): number {
    const quarter = Math.floor(instant / QUARTER);
    let offset = this.#offsets.get(quarter);
    if (offset === undefined) {
      const start = quarter * QUARTER;
      offset = this.#wallAt(start) - start;
      this.#offsets.set(quarter, offset);
    }
    return offset;
  }

  #wallAt(instant: number): number {
    const parts = Object.fromEntries(
      this.#format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }
}
