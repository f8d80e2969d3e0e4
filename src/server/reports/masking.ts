import { createHmac, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { MaskingLevel } from '#contract/data-types.ts';
import type { TimeRange, Value, Vehicle, VehicleSource } from '#server/vehicles/vehicle-source.ts';
import { findDrives } from './drives.ts';
import { madeCalendar, type Piece } from './made-calendar.ts';
import { type Change, changeOf, maskedValues, withheldAt } from './masked-values.ts';

/** Shows the values of a run of measurements, oldest first. */
export type Show = (values: readonly Value[]) => Value[];

/** A piece of a vehicle's time as a report shows it. */
export interface ShownPiece extends Piece {
  /** Starts on the values of the signals named. */
  values(names: readonly string[]): Show;
}

/** Masking of everything in a report that could identify a person. */
export interface Mask {
  level: MaskingLevel | null;
  /** Replacement for a vehicle identification number. */
  vin(vin: string): string;
  /** A change of the values of a signal; null where they are shown as they are. */
  change(name: string): Change | null;
  /** Signals that are left out. */
  withheld: ReadonlySet<string>;
  /** Shows what does not change. */
  fixed(names: readonly string[]): Show;
  /** The time of a vehicle in pieces, in the order of the report. */
  pieces(
    source: VehicleSource,
    vehicle: Vehicle,
    ranges: readonly TimeRange[],
  ): Promise<readonly ShownPiece[]>;
}

const asIs = () => (values: readonly Value[]) => [...values];

/** Tests that the instants of a report are those of the recording. */
export const hasTrueTime = ({ level }: Pick<Mask, 'level'>) => level === null || level === 'dated';

export const noMask: Mask = {
  level: null,
  vin: (vin) => vin,
  change: () => null,
  withheld: new Set(),
  fixed: asIs,
  pieces: async (_source, _vehicle, ranges) =>
    ranges.map((range) => ({ range, instant: (at) => at, values: asIs })),
};

const PLACES = 'hidden areas of masked reports';

/**
 * A mask of its own for every report, so that two reports cannot be joined by pseudonym or time: its
 * key is thrown away. Only the hidden areas around stops are the same in each report on a vehicle.
 * @param installation private key of the installation, that nobody outside it has
 */
export function newMask(level: MaskingLevel, installation: KeyObject): Mask {
  const key = randomBytes(32);
  const secret = installation.export({ format: 'der', type: 'pkcs8' });
  const placeKey = Buffer.from(hkdfSync('sha256', secret, '', PLACES, 32));
  const vin = (plain: string) =>
    `P-${createHmac('sha256', key).update(plain).digest('hex').slice(0, 16)}`;
  let last: { vehicleId: string; pieces: readonly ShownPiece[] } | null = null;
  return {
    level,
    vin,
    change: changeOf,
    withheld: withheldAt(level),
    fixed: (names) => maskedValues(names, vin, new Set()),
    async pieces(source, vehicle, ranges) {
      // Each file of a report on one vehicle asks again.
      if (last?.vehicleId === vehicle.vehicleId) return last.pieces;
      const { drives, places } = await findDrives(source, vehicle.vehicleId, ranges);
      const ofVehicle = createHmac('sha256', placeKey).update(vehicle.vehicleId);
      const visible = places.visible(ofVehicle.digest('hex'));
      const calendar =
        level === 'dated'
          ? ranges.map((range) => ({ range, instant: (at: number) => at }))
          : madeCalendar(ranges, drives, key, level === 'drives');
      const pieces = calendar.map((piece) => ({
        ...piece,
        values: (names: readonly string[]) => maskedValues(names, vin, visible),
      }));
      last = { vehicleId: vehicle.vehicleId, pieces };
      return pieces;
    },
  };
}
