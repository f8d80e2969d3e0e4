import type { PreviewDrive, PreviewMonth, StoredPreview } from '#contract/report-preview.ts';
import { DAY, MINUTE } from '#lib/words/durations.ts';
import { type DriveFigures, PAUSE_BETWEEN_DRIVES, type Place } from './drives.ts';

const MAX_CHARGE_POINTS = 200;
const MAX_TRACK_POINTS = 150;
const LAST_DRIVES = 3;

interface PreviewRow {
  at: number;
  charge: number | null;
  isCharging: boolean | null;
  /** Meter of consumed energy, kWh. */
  consumed: number | null;
  place: Place | null;
  drive: DriveFigures | null;
}

type MonthFigures = Pick<PreviewMonth, 'energy' | 'lowest' | 'highest' | 'charges'>;
const noFigures: MonthFigures = { energy: null, lowest: null, highest: null, charges: null };

export class PreviewFinder {
  readonly #localTimeOf: (at: number) => number;
  readonly #days = new Map<number, number>();
  readonly #months = new Map<string, MonthFigures>();
  #day = Number.NaN;
  #month: MonthFigures = noFigures;
  readonly #charge = new Envelope();
  readonly #tracks: { drive: DriveFigures; track: Track }[] = [];
  #isCharging = false;
  readonly firstAndLastCharge: [number | null, number | null] = [null, null];
  #consumed: { at: number; energy: number } | null = null;

  constructor(localTimeOf: (at: number) => number) {
    this.#localTimeOf = localTimeOf;
  }

  addTime(dataType: number, at: number): void {
    const day = Math.floor(this.#localTimeOf(at) / DAY);
    this.#days.set(day, (this.#days.get(day) ?? 0) | (1 << dataType));
  }

  add({ at, charge, isCharging, consumed, place, drive }: PreviewRow): void {
    const reading = this.#localTimeOf(at);
    if (drive && place) this.#addPlace(drive, place);
    if (charge === null && isCharging === null && consumed === null) return;
    const month = this.#monthAt(reading);
    if (isCharging !== null) {
      month.charges = (month.charges ?? 0) + (isCharging && !this.#isCharging ? 1 : 0);
      this.#isCharging = isCharging;
    }
    if (charge !== null) {
      this.firstAndLastCharge[0] ??= charge;
      this.firstAndLastCharge[1] = charge;
      this.#charge.add(reading, charge, this.#isCharging);
      month.lowest = Math.min(month.lowest ?? charge, charge);
      month.highest = Math.max(month.highest ?? charge, charge);
    }
    if (consumed !== null) {
      const before = this.#consumed;
      // Like the distance: during a longer pause, drives may be unrecorded or the meter replaced.
      if (before && reading - before.at <= PAUSE_BETWEEN_DRIVES)
        month.energy = (month.energy ?? 0) + Math.max(0, consumed - before.energy);
      this.#consumed = { at: reading, energy: consumed };
    }
  }

  #monthAt(reading: number): MonthFigures {
    const day = Math.floor(reading / DAY);
    if (day === this.#day) return this.#month;
    const name = monthOf(reading);
    this.#day = day;
    this.#month = this.#months.get(name) ?? { ...noFigures };
    this.#months.set(name, this.#month);
    return this.#month;
  }

  #addPlace(drive: DriveFigures, place: Place): void {
    if (this.#tracks.at(-1)?.drive !== drive) this.#tracks.push({ drive, track: new Track() });
    if (this.#tracks.length > LAST_DRIVES) this.#tracks.shift();
    this.#tracks.at(-1)?.track.add(place);
  }

  preview(
    figures: readonly DriveFigures[],
    types: StoredPreview['types'],
  ): Pick<StoredPreview, 'months' | 'charge' | 'drives'> {
    const tracks = figures
      .slice(-LAST_DRIVES)
      .map(
        (drive) =>
          this.#tracks.find((track) => track.drive === drive) ?? { drive, track: new Track() },
      );
    return {
      months: this.#monthList(figures, types.length),
      charge: this.#charge.points(),
      drives: tracks.map(({ drive: { drive, ...figures }, track }): PreviewDrive => {
        const [from, to] = [this.#localTimeOf(drive.from), this.#localTimeOf(drive.to)];
        return { from, to, ...figures, points: track.points() };
      }),
    };
  }

  #monthList(figures: readonly DriveFigures[], types: number): PreviewMonth[] {
    const months = new Map<string, PreviewMonth>();
    const all = [...this.#days.values()].reduce((bits, day) => bits | day, 0);
    for (const [day, bits] of [...this.#days].sort(([a], [b]) => a - b)) {
      const name = monthOf(day * DAY);
      const month = months.get(name) ?? emptyMonth(name, types, this.#months.get(name));
      months.set(name, month);
      const place = new Date(day * DAY).getUTCDate() - 1;
      const mark = bits === all ? '2' : '1';
      month.days = month.days.slice(0, place) + mark + month.days.slice(place + 1);
      month.daysByType = month.daysByType.map((days, type) => days + ((bits >> type) & 1));
    }
    for (const { drive, metres } of figures) {
      const month = months.get(monthOf(this.#localTimeOf(drive.from)));
      if (!month) continue;
      month.drives++;
      if (metres !== null) month.metres = (month.metres ?? 0) + metres;
    }
    return [...months.values()];
  }
}

const monthOf = (reading: number) => new Date(reading).toISOString().slice(0, -17);

function emptyMonth(name: string, types: number, figures?: MonthFigures): PreviewMonth {
  const [year = 0, month = 0] = name.split('-').map(Number);
  return {
    month: name,
    days: '0'.repeat(new Date(Date.UTC(year, month, 0)).getUTCDate()),
    daysByType: Array.from({ length: types }, () => 0),
    drives: 0,
    metres: null,
    ...(figures ?? noFigures),
  };
}

interface Interval {
  at: number;
  lowest: number;
  highest: number;
  isMarked: boolean;
}

/**
 * Lowest and highest value per interval. All intervals have the same length, which is doubled when
 * there are too many.
 */
class Envelope {
  #width = MINUTE;
  #parts = new Map<number, Interval>();

  add(at: number, value: number, isMarked: boolean): void {
    this.#extend(Math.floor(at / this.#width), { at, lowest: value, highest: value, isMarked });
    while (this.#parts.size > MAX_CHARGE_POINTS) {
      const parts = this.#parts;
      this.#width *= 2;
      this.#parts = new Map();
      for (const [nth, part] of parts) this.#extend(Math.floor(nth / 2), part);
    }
  }

  #extend(nth: number, added: Interval): void {
    const part = this.#parts.get(nth);
    if (!part) this.#parts.set(nth, added);
    else {
      part.lowest = Math.min(part.lowest, added.lowest);
      part.highest = Math.max(part.highest, added.highest);
      part.isMarked ||= added.isMarked;
    }
  }

  points(): StoredPreview['charge'] {
    return [...this.#parts.values()].map(({ at, lowest, highest, isMarked }) => [
      at,
      lowest,
      highest,
      isMarked,
    ]);
  }
}

/** Positions of a drive. When there are too many, only every second one is kept. */
class Track {
  #points: Place[] = [];
  #every = 1;
  #count = 0;
  #last: Place | null = null;

  add(place: Place): void {
    this.#last = place;
    if (this.#count++ % this.#every !== 0) return;
    this.#points.push(place);
    if (this.#points.length < 2 * MAX_TRACK_POINTS) return;
    this.#points = this.#points.filter((_, index) => index % 2 === 0);
    this.#every *= 2;
  }

  points(): PreviewDrive['points'] {
    const points = this.#points.filter((place) => place !== this.#last);
    const all = this.#last ? [...points, this.#last] : points;
    return all.map(({ latitude, longitude }) => [degrees(latitude), degrees(longitude)]);
  }
}

/** Rounds to about 1 m. */
const degrees = (value: number) => Math.round(value * 1e5) / 1e5;
