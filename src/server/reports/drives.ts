import type { TimeRange, VehicleSource } from '#server/vehicles/vehicle-source.ts';
import { metresBetween, type Place, Places } from './places.ts';

/** A drive: the first and the last instant at which the vehicle moved, ms since the epoch. */
export interface Drive {
  from: number;
  to: number;
}

/** A stand that ends a drive, in ms. */
const PAUSE = 10 * 60 * 1000;
/** What counts as movement, in km/h and m. */
const SLOWEST = 1;
const DISPLACED = 50;

/** What a drive is told by. */
export const driveSignals = [
  'Vehicle.Speed',
  'Vehicle.IsMoving',
  'Vehicle.CurrentLocation.Latitude',
  'Vehicle.CurrentLocation.Longitude',
];

/** Finds the drives of a vehicle in ranges of time, and the places it passed and stopped at. */
export async function findDrives(
  source: VehicleSource,
  vehicleId: string,
  ranges: readonly TimeRange[],
): Promise<{ drives: Drive[]; places: Places }> {
  const finder = new DriveFinder();
  for (const range of ranges) {
    for await (const batch of source.stream(vehicleId, driveSignals, range))
      for (const { at, values } of batch) finder.add(at, values);
    finder.finish();
  }
  return finder;
}

/** Finds drives in measurements that come in the order of time. */
export class DriveFinder {
  readonly drives: Drive[] = [];
  readonly places = new Places();
  #drive: Drive | null = null;
  #latitude: number | null = null;
  #longitude: number | null = null;
  /** Where the vehicle was when it last moved. */
  #anchor: Place | null = null;

  add(at: number, [speed, isMoving, latitude, longitude]: readonly unknown[]): void {
    if (typeof latitude === 'number') this.#latitude = latitude;
    if (typeof longitude === 'number') this.#longitude = longitude;
    const before = this.#anchor;
    const place = this.#place;
    const moves =
      isMoving === true ||
      (typeof speed === 'number' && Math.abs(speed) >= SLOWEST) ||
      (place !== null && before !== null && metresBetween(place, before) > DISPLACED);
    if (moves || before === null) this.#anchor = place;
    if (moves) this.#move(at, before);
    if (this.#drive && place) this.places.pass(place, this.drives.length);
    // A first position that comes only after the drive has begun is nearest to its beginning.
    if (place && !before) this.places.stop(place);
  }

  /** Ends the range: what follows is another drive. */
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
