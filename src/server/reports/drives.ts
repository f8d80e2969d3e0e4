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

/** Radius in m around the start and end of a drive in which no position is shown. */
export const HIDDEN_AROUND_STOPS = 1000;
/** Maximum shift of the hidden area in m. Without a shift, its centre would reveal the stop. */
const MAX_SHIFT = 500;
/** Places passed on fewer drives are rare and identify the driver. */
export const MIN_DRIVES_OF_SHOWN_PLACE = 3;

export const rounded = (degrees: number) => Math.round(degrees * PER_DEGREE) / PER_DEGREE + 0;

export const cellOf = ({ latitude, longitude }: Place) =>
  `${Math.round(latitude * PER_DEGREE) + 0},${Math.round(longitude * PER_DEGREE) + 0}`;

const widthAt = (latitude: number) =>
  METRES_PER_DEGREE * Math.max(0.01, Math.cos((latitude * Math.PI) / 180));

export function metresBetween(a: Place, b: Place): number {
  const north = (a.latitude - b.latitude) * METRES_PER_DEGREE;
  const turn = Math.abs(a.longitude - b.longitude);
  return Math.hypot(north, Math.min(turn, 360 - turn) * widthAt(a.latitude));
}

export class VisitedPlaces {
  readonly #drives = new Map<string, { count: number; last: number }>();
  readonly #stops = new Map<string, Place>();

  pass(place: Place, drive: number): void {
    const cell = cellOf(place);
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

  /**
   * Returns the cells whose positions may be shown: passed on several drives and away from all
   * stops.
   * @param secret secret of the vehicle. It shifts a hidden area equally in every report; otherwise
   *   the mean of many reports would reveal the stop
   */
  visible(secret: string): ReadonlySet<string> {
    const hidden = new Set([...this.#stops.values()].flatMap((stop) => cellsAround(stop, secret)));
    const common = [...this.#drives].filter(
      ([cell, { count }]) => count >= MIN_DRIVES_OF_SHOWN_PLACE && !hidden.has(cell),
    );
    return new Set(common.map(([cell]) => cell));
  }
}

function cellsAround(stop: Place, secret: string): string[] {
  const centre = shifted(stop, secret);
  const reach = HIDDEN_AROUND_STOPS + MAX_SHIFT;
  const rows = Math.ceil((reach / METRES_PER_DEGREE) * PER_DEGREE) + 1;
  const columns = Math.ceil((reach / widthAt(centre.latitude)) * PER_DEGREE) + 1;
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
      if (metresBetween(centre, nearest) <= reach) cells.push(`${r},${c}`);
    }
  return cells;
}

const clamped = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

function shifted(stop: Place, secret: string): Place {
  const digest = createHash('sha256')
    .update(`${secret}:${cellOf(stop)}`)
    .digest();
  const angle = (digest.readUInt32BE(0) / 2 ** 32) * 2 * Math.PI;
  const distance = Math.sqrt(digest.readUInt32BE(4) / 2 ** 32) * MAX_SHIFT;
  return {
    latitude: stop.latitude + (Math.sin(angle) * distance) / METRES_PER_DEGREE,
    longitude: stop.longitude + (Math.cos(angle) * distance) / widthAt(stop.latitude),
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

/** Standstill in ms that ends a drive. */
export const PAUSE = 10 * MINUTE;
/** A vehicle moves from this speed in km/h, or this distance in m between two positions. */
const MIN_SPEED = 1;
const MIN_DISTANCE = 50;

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
): Promise<{ drives: Drive[]; places: VisitedPlaces }> {
  const finder = new DriveFinder();
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
  readonly places = new VisitedPlaces();
  #drive: Drive | null = null;
  #latitude: number | null = null;
  #longitude: number | null = null;
  #anchor: Place | null = null;

  add(at: number, [speed, isMoving, latitude, longitude]: readonly unknown[]): void {
    if (typeof latitude === 'number') this.#latitude = latitude;
    if (typeof longitude === 'number') this.#longitude = longitude;
    const before = this.#anchor;
    const place = this.#place;
    const moves =
      isMoving === true ||
      (typeof speed === 'number' && Math.abs(speed) >= MIN_SPEED) ||
      (place !== null && before !== null && metresBetween(place, before) > MIN_DISTANCE);
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
    if (this.#drive && at - this.#drive.to <= PAUSE) {
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
