import { Temporal } from 'temporal-polyfill';
import { DAY } from '#lib/words/durations.ts';

/** Offsets of time zones change only at quarters of an hour. */
const QUARTER = 900_000;

type LocaleWithZones = Intl.Locale & { getTimeZones(): string[] | undefined };

/**
 * Returns the time zone (IANA name) of a country that has only one, at least on its European
 * mainland; null for other countries.
 * @param country ISO 3166-1 code
 * @param at ms since the epoch: zones whose clocks agree in this year count as one
 */
export function zoneOf(country: string, at: number): string | null {
  if (!/^[A-Z]{2}$/.test(country)) return null;
  const all = (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones() ?? [];
  const european = all.filter((zone) => zone.startsWith('Europe/'));
  const zones = european.length > 0 ? european : all;
  const clocks = zones.map((zone) => [at, at + 182 * DAY].map((then) => offsetAt(zone, then)));
  return new Set(clocks.map(String)).size === 1 ? (zones[0] ?? null) : null;
}

/** Converts instants to local time. Fast for instants in chronological order. */
export class LocalClock {
  readonly zone: string;
  #from = Number.NaN;
  #to = Number.NaN;
  #offset = 0;

  constructor(zone: string) {
    this.zone = zone;
  }

  /** Returns the local time in ms as if it were UTC. */
  reading(at: number): number {
    if (!(at >= this.#from && at < this.#to)) this.#updateOffset(at);
    return at + this.#offset;
  }

  #updateOffset(at: number): void {
    this.#offset = offsetAt(this.zone, at);
    for (const span of [DAY, QUARTER]) {
      this.#from = Math.floor(at / span) * span;
      this.#to = this.#from + span;
      const isSteady = [this.#from, this.#to].every(
        (edge) => offsetAt(this.zone, edge) === this.#offset,
      );
      if (isSteady) return;
    }
    // The offset changes at an edge of this quarter of an hour, so only this instant is cached.
    this.#to = at + 1;
    this.#from = at;
  }
}

const offsetAt = (zone: string, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
