import { createHash } from 'node:crypto';
import { MINUTE } from '#lib/words/durations.ts';
import type { TimeRange, VehicleSource } from '#server/vehicles/vehicle-source.ts';

export interface Place {
  latitude: number;
  longitude: number;
}

/**
 * Cells per degree. A cell of 0.05°, about 5 km, is the precision of positions in masked reports.
 * With cells of 1 km, the times of crossing from cell to cell would reveal positions to 200 m.
 */
const PER_DEGREE = 20;
const METRES_PER_DEGREE = 111_320;

export const HIDDEN_METRES_AROUND_STOPS = 1000;
/** Maximum shift of the hidden area in m. Without a shift, its centre would reveal the stop. */
const MAX_SHIFT = 500;
/**
 * Distance in m by which the places of a vehicle are moved before they are rounded, in a secret
 * direction. Otherwise, many drives would reveal within 100 m where their route leaves a cell.
 */
const DISPLACEMENT = 2500;
/** Places passed on fewer drives are rare and identify the driver. */
export const MIN_DRIVES_OF_SHOWN_PLACE = 3;

const rounded = (degrees: number) => Math.round(degrees * PER_DEGREE) / PER_DEGREE + 0;

const cellOf = ({ latitude, longitude }: Place) =>
  `${Math.round(latitude * PER_DEGREE) + 0},${Math.round(longitude * PER_DEGREE) + 0}`;

const widthAt = (latitude: number) =>
  METRES_PER_DEGREE * Math.max(0.01, Math.cos((latitude * Math.PI) / 180));

export function metresBetween(a: Place, b: Place): number {
  const north = (a.latitude - b.latitude) * METRES_PER_DEGREE;
  const turn = Math.abs(a.longitude - b.longitude);
  return Math.hypot(north, Math.min(turn, 360 - turn) * widthAt(a.latitude));
}

export class VisitedPlaces {
  readonly #secret: string;
  readonly #direction: number;
  #visible: ReadonlySet<string> | null = null;
  readonly #drives = new Map<string, { count: number; last: number }>();
  readonly #stops = new Map<string, Place>();

  /**
   * @param secret secret of the vehicle. It moves places and hidden areas equally in every report;
   *   otherwise the mean of many reports would reveal them
   */
  constructor(secret: string) {
    this.#secret = secret;
    this.#direction = directionFrom(secret);
  }

  pass(place: Place, drive: number): void {
    const cell = cellOf(this.#displaced(place));
    const seen = this.#drives.get(cell);
    if (!seen) this.#drives.set(cell, { count: 1, last: drive });
    else if (seen.last !== drive) {
      seen.count++;
      seen.last = drive;
    }
  }

  stop(place: Place): void {
    // Stops within about 100 m of each other share a hidden area.
    const key = `${place.latitude.toFixed(3)},${place.longitude.toFixed(3)}`;
    this.#stops.set(key, place);
  }

  /** Returns the coarse place that is shown, or null if it is rare or near a stop. */
  masked(place: Place): Place | null {
    this.#visible ??= this.#visibleCells();
    const displaced = this.#displaced(place);
    if (!this.#visible.has(cellOf(displaced))) return null;
    return { latitude: rounded(displaced.latitude), longitude: rounded(displaced.longitude) };
  }

  #visibleCells(): ReadonlySet<string> {
    const hidden = new Set([...this.#stops.values()].flatMap((stop) => this.#cellsAround(stop)));
    const common = [...this.#drives].filter(
      ([cell, { count }]) => count >= MIN_DRIVES_OF_SHOWN_PLACE && !hidden.has(cell),
    );
    return new Set(common.map(([cell]) => cell));
  }

  #displaced(place: Place): Place {
    return moved(place, this.#direction, DISPLACEMENT);
  }

  #cellsAround(stop: Place): string[] {
    const displaced = this.#displaced(stop);
    const shift = `${this.#secret}:${cellOf(displaced)}`;
    const centre = moved(displaced, directionFrom(shift), Math.sqrt(shareFrom(shift)) * MAX_SHIFT);
    const reach = HIDDEN_METRES_AROUND_STOPS + MAX_SHIFT;
    const farthest = reach + DISPLACEMENT;
    const rows = Math.ceil((farthest / METRES_PER_DEGREE) * PER_DEGREE) + 1;
    const columns = Math.ceil((farthest / widthAt(centre.latitude)) * PER_DEGREE) + 1;
    const cells: string[] = [];
    const [row, column] = [centre.latitude, centre.longitude].map((degrees) =>
      Math.round(degrees * PER_DEGREE),
    ) as [number, number];
    for (let r = row - rows; r <= row + rows; r++)
      for (let c = column - columns; c <= column + columns; c++) {
        const nearest = {
          latitude: clamped(centre.latitude, (r - 0.5) / PER_DEGREE, (r + 0.5) / PER_DEGREE),
          longitude: clamped(centre.longitude, (c - 0.5) / PER_DEGREE, (c + 0.5) / PER_DEGREE),
        };
        // Hides a cell if one of its places, or the position that is shown for it, is near the
        // stop.
        const shown = { latitude: r / PER_DEGREE, longitude: c / PER_DEGREE };
        if (metresBetween(centre, nearest) <= reach || metresBetween(stop, shown) <= reach)
          cells.push(`${r},${c}`);
      }
    return cells;
  }
}

const clamped = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

const numberFrom = (secret: string, offset: number) =>
  createHash('sha256').update(secret).digest().readUInt32BE(offset) / 2 ** 32;
const directionFrom = (secret: string) => numberFrom(secret, 0) * 2 * Math.PI;
const shareFrom = (secret: string) => numberFrom(secret, 4);

function moved({ latitude, longitude }: Place, angle: number, metres: number): Place {
  const north = latitude + (Math.sin(angle) * metres) / METRES_PER_DEGREE;
  const east = longitude + (Math.cos(angle) * metres) / widthAt(latitude);
  return {
    latitude: clamped(north, -90, 90),
    longitude: east > 180 ? east - 360 : east < -180 ? east + 360 : east,
  };
}

export interface Drive {
  from: number;
  to: number;
}

export interface DriveFigures {
  drive: Drive;
  metres: number | null;
  /** State of charge, percent. */
  batteryFrom: number | null;
  batteryTo: number | null;
}

export const PAUSE_BETWEEN_DRIVES = 10 * MINUTE;
const MIN_MOVING_KMH = 1;
const MIN_MOVING_METRES = 50;

export const driveSignals = [
  'Vehicle.Speed',
  'Vehicle.IsMoving',
  'Vehicle.CurrentLocation.Latitude',
  'Vehicle.CurrentLocation.Longitude',
];

export async function findDrives(
  source: VehicleSource,
  vehicleId: string,
  ranges: readonly TimeRange[],
  secret: string,
): Promise<{ drives: Drive[]; places: VisitedPlaces }> {
  const finder = new DriveFinder(secret);
  for (const range of ranges) {
    for await (const batch of source.stream(vehicleId, driveSignals, range))
      for (const { at, values } of batch) finder.add(at, values);
    finder.finish();
  }
  return finder;
}

/** Finds drives in measurements, which must be in chronological order. */
export class DriveFinder {
  readonly drives: Drive[] = [];
  readonly places: VisitedPlaces;
  #drive: Drive | null = null;
  #latitude: number | null = null;
  #longitude: number | null = null;
  #anchor: Place | null = null;

  constructor(secret = '') {
    this.places = new VisitedPlaces(secret);
  }

  add(at: number, [speed, isMoving, latitude, longitude]: readonly unknown[]): void {
    if (typeof latitude === 'number') this.#latitude = latitude;
    if (typeof longitude === 'number') this.#longitude = longitude;
    const before = this.#anchor;
    const place = this.#place;
    const moves =
      isMoving === true ||
      (typeof speed === 'number' && Math.abs(speed) >= MIN_MOVING_KMH) ||
      (place !== null && before !== null && metresBetween(place, before) > MIN_MOVING_METRES);
    if (moves || before === null) this.#anchor = place;
    if (moves) this.#move(at, before);
    if (this.#drive && place) this.places.pass(place, this.drives.length);
    if (place && !before) this.places.stop(place);
  }

  finish(): void {
    if (this.#drive) this.#stopAt(this.#place);
    this.#drive = null;
    this.#latitude = null;
    this.#longitude = null;
    this.#anchor = null;
  }

  get #place(): Place | null {
    if (this.#latitude === null || this.#longitude === null) return null;
    return { latitude: this.#latitude, longitude: this.#longitude };
  }

  #move(at: number, before: Place | null): void {
    if (this.#drive && at - this.#drive.to <= PAUSE_BETWEEN_DRIVES) {
      this.#drive.to = at;
      return;
    }
    this.#stopAt(before);
    this.#stopAt(this.#place);
    this.#drive = { from: at, to: at };
    this.drives.push(this.#drive);
  }

  #stopAt(place: Place | null): void {
    if (place) this.places.stop(place);
  }
}
