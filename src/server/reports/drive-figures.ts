import { type Delivery, newDelivery, type RequestedData } from './delivery.ts';
import {
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
  const found = figureFinder(isMasked);
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
        drive: found.add(at, shifted, { reading: numberIn(value('odometer')), charge, place }),
      });
    }
  return found.figures;
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : null);

function figureFinder(isMasked: boolean) {
  const figures: DriveFigures[] = [];
  const finder = new DriveFinder();
  let lastPlace: Place | null = null;
  let odometer: number | null = null;
  let odometerAt = Number.NEGATIVE_INFINITY;
  let startOdometer: number | null = null;

  function add(
    at: number,
    shifted: readonly unknown[],
    row: { reading: number | null; charge: number | null; place: Place | null },
  ): DriveFigures | null {
    const { reading, charge, place } = row;
    const before = at - odometerAt > PAUSE_BETWEEN_DRIVES ? null : odometer;
    if (reading !== null) [odometer, odometerAt] = [reading, at];
    const placeBefore = lastPlace;
    lastPlace = place ?? lastPlace;
    finder.add(at, shifted);
    const drive = finder.drives.at(-1);
    if (drive?.to !== at) return null;
    const isFirst = drive !== figures.at(-1)?.drive;
    if (isFirst) {
      // The distance starts from the reading before the drive, unless the odometer is masked (it
      // restarts in each drive) or that reading is older than `PAUSE_BETWEEN_DRIVES` (drives may be
      // unrecorded).
      if (isMasked || before === null) odometer = reading;
      startOdometer = isMasked ? reading : (before ?? reading);
      // Does not use values of the last drive: the vehicle may have been charged or moved since.
      figures.push({ drive, metres: null, batteryFrom: null, batteryTo: null });
      lastPlace = place;
    }
    const own = figures.at(-1) as DriveFigures;
    startOdometer ??= odometer;
    own.batteryFrom ??= charge;
    own.batteryTo = charge ?? own.batteryTo;
    if (odometer !== null && startOdometer !== null)
      own.metres = Math.max(0, odometer - startOdometer);
    else if (place && placeBefore && !isFirst)
      own.metres = (own.metres ?? 0) + metresBetween(placeBefore, place);
    return own;
  }
  return { figures, add };
}
