import { type Delivery, newDelivery, type RequestedData } from './delivery.ts';
import {
  type Drive,
  type DriveFigures,
  DriveFinder,
  metresBetween,
  PAUSE_BETWEEN_DRIVES,
  type Place,
} from './drives.ts';
import type { PreviewFinder } from './preview.ts';

const BATTERY = 'Vehicle.Powertrain.TractionBattery.StateOfCharge';
export const figureSignals = {
  speed: 'Vehicle.Speed',
  isMoving: 'Vehicle.IsMoving',
  latitude: 'Vehicle.CurrentLocation.Latitude',
  longitude: 'Vehicle.CurrentLocation.Longitude',
  odometer: 'Vehicle.TraveledDistance',
  displayed: `${BATTERY}.Displayed`,
  current: `${BATTERY}.Current`,
  isCharging: 'Vehicle.Powertrain.TractionBattery.Charging.IsCharging',
  consumed: 'Vehicle.Powertrain.TractionBattery.AccumulatedConsumedEnergy',
};
/** Masked positions are too coarse for distances, and masked charges begin at zero. */
const unmaskedOnly = [
  figureSignals.latitude,
  figureSignals.longitude,
  figureSignals.displayed,
  figureSignals.current,
];

export async function driveFigures(
  data: RequestedData,
  deliveries: readonly Delivery[],
  preview: PreviewFinder,
  isMasked: boolean,
): Promise<DriveFigures[]> {
  const delivered = deliveries.flatMap((delivery) => delivery.signals);
  const wanted = delivered.filter(
    ({ name }) =>
      Object.values(figureSignals).includes(name) && !(isMasked && unmaskedOnly.includes(name)),
  );
  const [first] = deliveries;
  if (!first || wanted.length === 0) return [];
  const column = Object.fromEntries(
    Object.entries(figureSignals).map(([key, name]) => [
      key,
      wanted.findIndex((s) => s.name === name),
    ]),
  ) as Record<keyof typeof figureSignals, number>;
  const found = new FigureFinder(isMasked);
  const wantedOnly = newDelivery({ dataType: first.dataType, signals: wanted });
  for await (const batch of data.rows(wantedOnly))
    for (const [instant, ...values] of batch) {
      if (typeof instant !== 'string') continue;
      const value = (key: keyof typeof figureSignals) => values[column[key]] ?? null;
      const at = Date.parse(instant);
      const [latitude, longitude] = [value('latitude'), value('longitude')];
      const shifted = [value('speed'), value('isMoving'), latitude, longitude];
      const charge = numberIn(value('displayed') ?? value('current'));
      const isPlace = typeof latitude === 'number' && typeof longitude === 'number';
      const place = isPlace ? { latitude, longitude } : null;
      const isCharging = value('isCharging');
      preview.add({
        at,
        charge,
        isCharging: typeof isCharging === 'boolean' ? isCharging : null,
        consumed: numberIn(value('consumed')),
        place,
        drive: found.add(at, shifted, numberIn(value('odometer')), charge, place),
      });
    }
  return found.figures;
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : null);

class FigureFinder {
  readonly figures: DriveFigures[] = [];
  readonly #isMasked: boolean;
  readonly #finder = new DriveFinder();
  #place: Place | null = null;
  #odometer: number | null = null;
  #odometerAt = Number.NEGATIVE_INFINITY;
  #startOdometer: number | null = null;

  constructor(isMasked: boolean) {
    this.#isMasked = isMasked;
  }

  add(
    at: number,
    shifted: readonly unknown[],
    odometer: number | null,
    charge: number | null,
    place: Place | null,
  ): DriveFigures | null {
    const before = at - this.#odometerAt > PAUSE_BETWEEN_DRIVES ? null : this.#odometer;
    if (odometer !== null) {
      this.#odometer = odometer;
      this.#odometerAt = at;
    }
    this.#finder.add(at, shifted);
    const drive = this.#finder.drives.at(-1);
    if (drive?.to === at) {
      if (drive !== this.figures.at(-1)?.drive) this.#begin(drive, before, odometer);
      this.#extend(charge, place);
    }
    if (place) this.#place = place;
    return drive?.to === at ? (this.figures.at(-1) ?? null) : null;
  }

  #begin(drive: Drive, before: number | null, odometer: number | null): void {
    // The distance starts from the reading before the drive, unless the odometer is masked (it
    // restarts in each drive) or that reading is older than `PAUSE_BETWEEN_DRIVES` (drives may be
    // unrecorded).
    if (this.#isMasked || before === null) this.#odometer = odometer;
    this.#startOdometer = this.#isMasked ? odometer : (before ?? odometer);
    // Does not use values of the last drive: the vehicle may have been charged or moved since.
    this.figures.push({ drive, metres: null, batteryFrom: null, batteryTo: null });
    this.#place = null;
  }

  #extend(charge: number | null, place: Place | null): void {
    const figures = this.figures.at(-1) as DriveFigures;
    this.#startOdometer ??= this.#odometer;
    figures.batteryFrom ??= charge;
    figures.batteryTo = charge ?? figures.batteryTo;
    if (this.#odometer !== null && this.#startOdometer !== null)
      figures.metres = Math.max(0, this.#odometer - this.#startOdometer);
    else if (place && this.#place)
      figures.metres = (figures.metres ?? 0) + metresBetween(this.#place, place);
  }
}
