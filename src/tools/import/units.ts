import { ImportError } from './import-error.ts';

/** A linear conversion: the value times `factor`, plus `offset`. */
export interface Conversion {
  factor: number;
  offset: number;
}

const by = (factor: number, offset = 0): Conversion => ({ factor, offset });

/** What other units are in a unit of VSS. */
const conversions: Readonly<Record<string, Readonly<Record<string, Conversion>>>> = {
  'km/h': { mph: by(1.609344), 'm/s': by(3.6), knots: by(1.852) },
  'm/s': { 'km/h': by(1 / 3.6), mph: by(0.44704) },
  km: { miles: by(1.609344), m: by(0.001) },
  m: { feet: by(0.3048), km: by(1000), cm: by(0.01) },
  mm: { inch: by(25.4), cm: by(10), m: by(1000) },
  Celsius: { Fahrenheit: by(5 / 9, -160 / 9), Kelvin: by(1, -273.15) },
  kPa: { bar: by(100), psi: by(6.894757293168), hPa: by(0.1) },
  percent: { ratio: by(100) },
  kWh: { Wh: by(0.001), MJ: by(1 / 3.6) },
  kW: { W: by(0.001), hp: by(0.745699871582) },
  V: { mV: by(0.001) },
  A: { mA: by(0.001) },
  l: { gallons: by(3.785411784), ml: by(0.001) },
  degrees: { radians: by(180 / Math.PI) },
  s: { ms: by(0.001), min: by(60), h: by(3600) },
  kg: { lb: by(0.45359237), g: by(0.001) },
};

/**
 * The conversion of a column's unit into that of its signal; null where they are the same.
 * @throws {ImportError} when there is none
 */
export function conversionOf(
  signal: { name: string; unit: string },
  unit: string,
): Conversion | null {
  if (unit === signal.unit) return null;
  const known = conversions[signal.unit] ?? {};
  const found = known[unit];
  if (found) return found;
  const others = [signal.unit || 'no unit', ...Object.keys(known)].join(', ');
  throw new ImportError(`${signal.name} is not in ${unit}: known for it are ${others}`);
}
