import { createHash } from 'node:crypto';

/** A position in degrees, WGS 84. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** Cells of 0.01°, about 1 km: what a masked report rounds a position to. */
const PER_DEGREE = 100;
const METRES_PER_DEGREE = 111_320;

/** No position is shown within this distance of where a drive began or ended, in m. */
export const HIDDEN_AROUND_STOPS = 1000;
/** The hidden area is moved by up to this, so that its middle does not tell the stop, in m. */
const MOVED_BY = 500;
/** A place passed on fewer drives is rare, and tells who drives there. */
export const DRIVES_OF_A_COMMON_PLACE = 3;

export const rounded = (degrees: number) => Math.round(degrees * PER_DEGREE) / PER_DEGREE + 0;

export const cellOf = ({ latitude, longitude }: Place) =>
  `${Math.round(latitude * PER_DEGREE) + 0},${Math.round(longitude * PER_DEGREE) + 0}`;

const widthAt = (latitude: number) =>
  METRES_PER_DEGREE * Math.max(0.01, Math.cos((latitude * Math.PI) / 180));

/** Distance between two places near each other, in m. */
export function metresBetween(a: Place, b: Place): number {
  const north = (a.latitude - b.latitude) * METRES_PER_DEGREE;
  const turn = Math.abs(a.longitude - b.longitude);
  return Math.hypot(north, Math.min(turn, 360 - turn) * widthAt(a.latitude));
}

/** The places of one vehicle: on how many drives each cell was passed, and where drives end. */
export class Places {
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
    // A stop a hundred metres from another hides the same.
    const key = `${place.latitude.toFixed(3)},${place.longitude.toFixed(3)}`;
    this.#stops.set(key, place);
  }

  /**
   * The cells whose positions may be shown: passed on several drives, and away from all stops.
   * @param secret of the vehicle: the hidden area is moved the same way in each of its reports, for
   * the mean of many would be the stop
   */
  visible(secret: string): ReadonlySet<string> {
    const hidden = new Set([...this.#stops.values()].flatMap((stop) => cellsAround(stop, secret)));
    const common = [...this.#drives].filter(
      ([cell, { count }]) => count >= DRIVES_OF_A_COMMON_PLACE && !hidden.has(cell),
    );
    return new Set(common.map(([cell]) => cell));
  }
}

/** Cells that reach into the hidden area around a stop. */
function cellsAround(stop: Place, secret: string): string[] {
  const centre = moved(stop, secret);
  const reach = HIDDEN_AROUND_STOPS + MOVED_BY;
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

/** All stops of one cell are moved alike. */
function moved(stop: Place, secret: string): Place {
  const digest = createHash('sha256')
    .update(`${secret}:${cellOf(stop)}`)
    .digest();
  const angle = (digest.readUInt32BE(0) / 2 ** 32) * 2 * Math.PI;
  const distance = Math.sqrt(digest.readUInt32BE(4) / 2 ** 32) * MOVED_BY;
  return {
    latitude: stop.latitude + (Math.sin(angle) * distance) / METRES_PER_DEGREE,
    longitude: stop.longitude + (Math.cos(angle) * distance) / widthAt(stop.latitude),
  };
}
