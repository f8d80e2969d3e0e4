import { type Delivery, RequestedData } from './delivery.ts';
import { type Drive, DriveFinder, metresBetween, type Place } from './drives.ts';

/** A drive with figures computed from the delivered signals. A figure without data is null. */
export interface DriveFigures {
  drive: Drive;
  metres: number | null;
  /** State of charge, percent. */
  batteryFrom: number | null;
  batteryTo: number | null;
}

const BATTERY = 'Vehicle.Powertrain.TractionBattery.StateOfCharge';
export const figureSignals = {
  speed: 'Vehicle.Speed',
  isMoving: 'Vehicle.IsMoving',
  latitude: 'Vehicle.CurrentLocation.Latitude',
  longitude: 'Vehicle.CurrentLocation.Longitude',
  odometer: 'Vehicle.TraveledDistance',
  displayed: `${BATTERY}.Displayed`,
  current: `${BATTERY}.Current`,
};

/** Only for unmasked reports on one vehicle. */
export async function driveFigures(
  data: RequestedData,
  deliveries: readonly Delivery[],
): Promise<DriveFigures[]> {
  const delivered = deliveries.flatMap((delivery) => delivery.signals);
  const wanted = delivered.filter(({ name }) => Object.values(figureSignals).includes(name));
  const [first] = deliveries;
  if (!first || wanted.length === 0) return [];
  const column = Object.fromEntries(
    Object.entries(figureSignals).map(([key, name]) => [
      key,
      wanted.findIndex((s) => s.name === name),
    ]),
  ) as Record<keyof typeof figureSignals, number>;
  const found = new FigureFinder();
  const wantedOnly = RequestedData.withoutTallies({ dataType: first.dataType, signals: wanted });
  for await (const batch of data.rows(wantedOnly))
    for (const [instant, ...values] of batch) {
      if (typeof instant !== 'string') continue;
      const value = (key: keyof typeof figureSignals) => values[column[key]] ?? null;
      const shifted = [value('speed'), value('isMoving'), value('latitude'), value('longitude')];
      found.add(
        Date.parse(instant),
        shifted,
        value('odometer'),
        value('displayed') ?? value('current'),
      );
    }
  return found.figures;
}

class FigureFinder {
  readonly figures: DriveFigures[] = [];
  readonly #finder = new DriveFinder();
  #place: Place | null = null;
  #odometer: number | null = null;
  #begun: number | null = null;

  add(at: number, shifted: readonly unknown[], odometer: unknown, charge: unknown): void {
    const before = this.#odometer;
    if (typeof odometer === 'number') this.#odometer = odometer;
    this.#finder.add(at, shifted);
    const [, , latitude, longitude] = shifted;
    const isPlace = typeof latitude === 'number' && typeof longitude === 'number';
    const place = isPlace ? { latitude, longitude } : null;
    const drive = this.#finder.drives.at(-1);
    if (drive?.to === at)
      this.#drive(drive, before, typeof charge === 'number' ? charge : null, place);
    if (place) this.#place = place;
  }

  #drive(drive: Drive, before: number | null, charge: number | null, place: Place | null): void {
    if (drive !== this.figures.at(-1)?.drive) {
      this.#begun = before ?? this.#odometer;
      // Does not reuse an earlier state of charge: the vehicle may have been charged since.
      this.figures.push({ drive, metres: null, batteryFrom: null, batteryTo: null });
      // Does not reuse an earlier position: the distance since may not have been recorded.
      this.#place = null;
    }
    const figures = this.figures.at(-1) as DriveFigures;
    this.#begun ??= this.#odometer;
    figures.batteryFrom ??= charge;
    figures.batteryTo = charge ?? figures.batteryTo;
    if (this.#odometer !== null && this.#begun !== null)
      figures.metres = Math.max(0, this.#odometer - this.#begun);
    else if (place && this.#place)
      figures.metres = (figures.metres ?? 0) + metresBetween(this.#place, place);
  }
}
