import { Temporal } from 'temporal-polyfill';

const DAY = 86_400_000;
/** Clocks change on quarters of an hour. */
const QUARTER = 900_000;

/** Zones by country; the types of TypeScript do not have it yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones(): string[] | undefined };

/**
 * The time zone of a country with one clock, on its European mainland at least.
 * @param country ISO 3166-1 code
 * @param at the year by which its clocks are compared, ms since the epoch
 * @returns the IANA name; null of a country with several clocks or an unknown one
 */
export function zoneOf(country: string, at: number): string | null {
  if (!/^[A-Z]{2}$/.test(country)) return null;
  const all = (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones() ?? [];
  const european = all.filter((zone) => zone.startsWith('Europe/'));
  const zones = european.length > 0 ? european : all;
  const clocks = zones.map((zone) => [at, at + 182 * DAY].map((then) => offsetAt(zone, then)));
  return new Set(clocks.map(String)).size === 1 ? (zones[0] ?? null) : null;
}

/** Reads the clock of a time zone at many instants, quickly when they come in order. */
export class LocalClock {
  readonly zone: string;
  #from = Number.NaN;
  #to = Number.NaN;
  #offset = 0;

  constructor(zone: string) {
    this.zone = zone;
  }

  /** The clock's reading, in ms as if it were UTC. */
  reading(at: number): number {
    if (!(at >= this.#from && at < this.#to)) this.#look(at);
    return at + this.#offset;
  }

  #look(at: number): void {
    this.#offset = offsetAt(this.zone, at);
    for (const span of [DAY, QUARTER]) {
      this.#from = Math.floor(at / span) * span;
      this.#to = this.#from + span;
      const isSteady = [this.#from, this.#to].every(
        (edge) => offsetAt(this.zone, edge) === this.#offset,
      );
      if (isSteady) return;
    }
    // The edge of the quarter is the change itself.
    this.#to = at + 1;
    this.#from = at;
  }
}

const offsetAt = (zone: string, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
