import { HOUR, MINUTE } from '#lib/words/durations.ts';
import type { SeriesColumn } from './series-format.ts';
import type { SeriesRow } from './series-writer.ts';

export const ROW_INTERVAL_MS = 10_000;
export const TRIP = 40 * MINUTE;

export const measured: readonly SeriesColumn[] = [
  { name: 'Vehicle.Speed', value: 'number' },
  { name: 'Vehicle.TraveledDistance', value: 'number' },
  { name: 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed', value: 'number' },
  { name: 'Vehicle.Powertrain.TractionBattery.Temperature.Average', value: 'number' },
  { name: 'Vehicle.Powertrain.TractionBattery.CurrentVoltage', value: 'number' },
  { name: 'Vehicle.CurrentLocation.Latitude', value: 'number' },
  { name: 'Vehicle.CurrentLocation.Longitude', value: 'number' },
  { name: 'Vehicle.Exterior.AirTemperature', value: 'number' },
  { name: 'Vehicle.IsMoving', value: 'boolean' },
  { name: 'Vehicle.Powertrain.TractionBattery.AccumulatedConsumedEnergy', value: 'number' },
  { name: 'Vehicle.Powertrain.TractionBattery.Charging.IsCharging', value: 'boolean' },
  { name: 'Vehicle.Powertrain.TractionBattery.Range', value: 'integer' },
  { name: 'Vehicle.Powertrain.Transmission.CurrentGear', value: 'integer' },
];

export const DRIVE_METRES = 38_000;
export const DRIVE_KWH = 5.9;
const CHARGE_STEPS = 12;
const METRES_PER_PERCENT = 3200;
export const rangeAt = (charge: number) => Math.round(charge * METRES_PER_PERCENT);

const chargeAt = (number: number, share: number) => rounded(86 - share * 14 - (number % 3) * 4, 1);

/**
 * Returns an invented drive and the charging after it.
 * @param number of drives before it, which the meters include; it also varies the values
 * @param odometer in m before all drives
 */
export function drive(
  [lat, lon]: readonly [number, number],
  start: number,
  number: number,
  odometer = 12_000_000,
): SeriesRow[] {
  const steps = TRIP / ROW_INTERVAL_MS;
  const driven = Array.from({ length: steps }, (_, step) => {
    const share = step / steps;
    const speed = Math.max(0, 55 + 35 * Math.sin(step / 7 + number) - (step % 30 < 3 ? 60 : 0));
    const away = Math.sin(share * Math.PI) * 0.09;
    return {
      at: start + step * ROW_INTERVAL_MS,
      values: [
        rounded(speed, 1),
        odometer + number * DRIVE_METRES + Math.round(share * DRIVE_METRES),
        chargeAt(number, share),
        rounded(18 + share * 9, 1),
        rounded(398 - share * 12, 1),
        rounded(lat + away, 6),
        rounded(lon + away * 1.4 + Math.sin(share * 2 * Math.PI) * (0.03 + (number % 3) / 100), 6),
        rounded(8 + 6 * Math.sin(number), 1),
        speed > 0,
        rounded(2000 + (number + share) * DRIVE_KWH, 2),
        false,
        rangeAt(chargeAt(number, share)),
        speed > 0 ? 1 : 0,
      ],
    };
  });
  const [low, high] = [chargeAt(number, 1), chargeAt(number + 1, 0)];
  const charged = Array.from({ length: CHARGE_STEPS + 1 }, (_, step): SeriesRow => {
    const charge = rounded(low + ((high - low) * step) / CHARGE_STEPS, 1);
    const unknown = [null, null, null, null, null];
    return {
      at: start + 11 * HOUR + step * 10 * MINUTE,
      values: [0, null, charge, ...unknown, false, null, step < CHARGE_STEPS, rangeAt(charge), 0],
    };
  });
  return [...driven, ...charged];
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
