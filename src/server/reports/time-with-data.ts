const MINUTE = 60_000;
const MINUTES = 1440;
/** As many days are shown one by one; then months, then years. */
const MOST_DAYS = 31;
const MOST_MONTHS = 36;

/** A stretch of the calendar and the minutes of it in which anything was measured. */
export interface Stretch {
  name: string;
  minutes: number;
}

/** Minutes with any measurement, by the clock that the readings are of: a bit each. */
export class TimeWithData {
  readonly #days = new Map<number, Uint8Array>();
  #last = Number.NaN;

  /** @param reading of a clock, in ms as if it were UTC */
  add(reading: number): void {
    const minute = Math.floor(reading / MINUTE);
    if (minute === this.#last) return;
    this.#last = minute;
    const day = Math.floor(minute / MINUTES);
    let bits = this.#days.get(day);
    if (!bits) {
      bits = new Uint8Array(MINUTES / 8);
      this.#days.set(day, bits);
    }
    const within = minute - day * MINUTES;
    bits[within >> 3] = (bits[within >> 3] ?? 0) | (1 << (within & 7));
  }

  /** By hour of a single day, else by day, month or year, none left out between first and last. */
  stretches(): Stretch[] {
    const days = [...this.#days.keys()].sort((a, b) => a - b);
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return [];
    if (first === last) return this.#hours(first);
    const months = (last - first) / 30;
    const length = last - first < MOST_DAYS ? 10 : months <= MOST_MONTHS ? 7 : 4;
    const sums = new Map<string, number>();
    // Years far apart are not filled up.
    const all = length === 4 ? days : Array.from({ length: last - first + 1 }, (_, i) => first + i);
    for (const day of all) {
      const name = new Date(day * MINUTES * MINUTE).toISOString().slice(0, length);
      sums.set(name, (sums.get(name) ?? 0) + ones(this.#days.get(day) ?? new Uint8Array()));
    }
    return [...sums].map(([name, minutes]) => ({ name, minutes }));
  }

  #hours(day: number): Stretch[] {
    const bits = this.#days.get(day) ?? new Uint8Array();
    const date = new Date(day * MINUTES * MINUTE).toISOString().slice(0, 10);
    return Array.from({ length: 24 }, (_, hour) => {
      const minutes = Array.from({ length: 60 }, (_, minute) => hour * 60 + minute);
      const name = `${date} ${String(hour).padStart(2, '0')}:00`;
      return { name, minutes: minutes.filter((m) => (bits[m >> 3] ?? 0) & (1 << (m & 7))).length };
    });
  }
}

function ones(bytes: Uint8Array): number {
  let count = 0;
  for (let byte of bytes) for (; byte; byte &= byte - 1) count++;
  return count;
}
