import type { Signal } from '#contract/data-catalogue.ts';
import { PRINTABLE, visibleText } from '#contract/fields.ts';
import { MAX_CELL_TEXT } from '#lib/encrypted-xlsx/cells.ts';
import type { Value } from '#server/vehicles/vehicle-source.ts';
import { FieldError, ImportError, InexactFieldError, RangeFieldError } from './import-error.ts';
import type { FileForm } from './mapping.ts';

export interface Conversion {
  factor: number;
  offset: number;
}

const by = (factor: number, offset = 0): Conversion => ({ factor, offset });

const conversions: Readonly<Record<string, Readonly<Record<string, Conversion>>>> = {
  'km/h': { mph: by(1.609344), 'm/s': by(3.6), knots: by(1.852) },
  'm/s': { 'km/h': by(1 / 3.6), mph: by(0.44704) },
  W: { kW: by(1000), hp: by(745.699871582) },
  km: { miles: by(1.609344), m: by(0.001) },
  m: { miles: by(1609.344), feet: by(0.3048), km: by(1000), cm: by(0.01) },
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
  hPa: { kPa: by(10), bar: by(1000), mbar: by(1) },
  rpm: {},
  Nm: {},
};

const spellings: Readonly<Record<string, string>> = {
  '°F': 'Fahrenheit',
  F: 'Fahrenheit',
  '°C': 'Celsius',
  C: 'Celsius',
  K: 'Kelvin',
  degF: 'Fahrenheit',
  'deg F': 'Fahrenheit',
  degC: 'Celsius',
  'deg C': 'Celsius',
  mi: 'miles',
  ft: 'feet',
  'km/hr': 'km/h',
  kph: 'km/h',
  kmh: 'km/h',
  kn: 'knots',
  '%': 'percent',
  '°': 'degrees',
  'miles/h': 'mph',
};

/** Units by their English name in the singular. */
const names: Readonly<Record<string, string>> = {
  meter: 'm',
  kilometer: 'km',
  centimeter: 'cm',
  millimeter: 'mm',
  mile: 'miles',
  foot: 'feet',
  second: 's',
  sec: 's',
  millisecond: 'ms',
  minute: 'min',
  hour: 'h',
  hr: 'h',
  volt: 'V',
  millivolt: 'mV',
  amp: 'A',
  ampere: 'A',
  watt: 'W',
  kilowatt: 'kW',
  'watt hour': 'Wh',
  'kilowatt hour': 'kWh',
  kilopascal: 'kPa',
  hectopascal: 'hPa',
  liter: 'l',
  gallon: 'gallons',
  gram: 'g',
  kilogram: 'kg',
  pound: 'lb',
  degree: 'degrees',
  radian: 'radians',
  knot: 'knots',
};
const units = [
  ...Object.keys(spellings),
  ...Object.entries(conversions).flatMap(([to, from]) => [to, ...Object.keys(from)]),
];

export const unitNamed = (text: string) => knownUnit(text) ?? text;

function knownUnit(text: string): string | undefined {
  const written = text.trim();
  for (const one of [written, shortened(written)]) {
    const unit =
      units.find((unit) => unit === one) ??
      units.find((unit) => unit.toLowerCase() === one.toLowerCase());
    if (unit !== undefined) return spellings[unit] ?? unit;
  }
  return undefined;
}

/** Returns `m/s` for `Meters per second`. */
const shortened = (text: string) =>
  text
    .toLowerCase()
    .split(/\s*\/\s*|\s+per\s+/)
    .map((part) => part.replace(/s$/, '').replace(/(met|lit)re$/, '$1er'))
    .map((part) => (Object.hasOwn(names, part) ? names[part] : part))
    .join('/');

/**
 * Returns the unit at the end of a heading: `Speed [mph]`, `Speed (MPH)`, `speed_mph`, `temp_f`.
 * Parentheses and last words may mean something else (`temp_min`). Text in parentheses counts only
 * if it is a known unit, a last word only if the signal can be converted from it. The only single
 * letters that count are the temperature units F, C and K.
 */
export function unitInHeading(column: string, { unit: ofSignal }: Pick<Signal, 'unit'>) {
  const [, bracket, text = ''] = /([[(])([^[\]()]+)[\])]\s*$/.exec(column) ?? [];
  if (bracket) return knownUnit(text) ?? (bracket === '[' ? text.trim() || undefined : undefined);
  const [, word = ''] = /[\s_,-]([^\s_,-]{2,}|[FCK])\s*$/i.exec(column) ?? [];
  const last = word && knownUnit(word);
  return last && Object.hasOwn(conversions[ofSignal] ?? {}, last) ? last : undefined;
}

/** True for `Speed (GPS)`: the text in parentheses may be a unit, but is not known as one. */
export function hasUnknownUnit(column: string): boolean {
  const [, text] = /\(([^()]+)\)\s*$/.exec(column) ?? [];
  return text !== undefined && knownUnit(text) === undefined;
}

export function conversionOf(
  signal: { name: string; unit: string },
  unit: string,
): Conversion | null {
  if (unit === signal.unit) return null;
  const known = new Map(Object.entries(conversions[signal.unit] ?? {}));
  const found = known.get(unit);
  if (found) return found;
  const others = [signal.unit || 'no unit', ...known.keys()].join(', ');
  throw new ImportError(`${signal.name} cannot be converted from ${unit}; known units: ${others}`);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const DIGITS = /^-?\d+$/;
const flags = new Map(Object.entries({ true: true, false: false, 1: true, 0: false }));
const REPLACEMENT = '\ufffd';

export interface Reading {
  words?: Readonly<Record<string, Value>> | undefined;
  conversion?: Conversion | null;
  decimal?: FileForm['decimal'];
  thousands?: string | undefined;
  /** Rounds integer signals, as a conversion always does. Without it, a fraction is an error. */
  round?: boolean | undefined;
  onRounded?: () => void;
}

/** Texts that usually mean no value. */
const NOTHING = /^(-+|\?+|na|n\/a|nan|nil|none|null|undefined|[+-]?inf(inity)?)$/i;
const WORDS = '(map it with «words» of --mapping)';

/** Returns null for an empty field. Throws a {@link FieldError} for a wrong type or range. */
export function readValue(
  column: string,
  signal: Signal,
  text: string,
  reading: Reading = {},
): Value {
  const plain = text.trim();
  const isFree = signal.value === 'text' && !signal.values;
  if (text === '' || (plain === '' && !isFree)) return null;
  const { words } = reading;
  if (words) {
    const word = Object.hasOwn(words, text) ? text : plain;
    const value = Object.hasOwn(words, word) ? words[word] : undefined;
    const known = Object.keys(words).join(', ');
    if (value === undefined)
      throw new FieldError(column, `«${text}» is not one of ${known} ${wordsHint(plain)}`);
    return value;
  }
  switch (signal.value) {
    case 'text':
      if (text.length > MAX_CELL_TEXT || !PRINTABLE.test(text) || text.includes(REPLACEMENT))
        throw new FieldError(column, 'the text is too long or contains control characters');
      if (isFree) return visibleText(text);
      if (!signal.values?.includes(plain))
        throw new FieldError(
          column,
          `«${text}» is not one of ${signal.values?.join(', ')} ${wordsHint(plain)}`,
        );
      return plain;
    case 'boolean': {
      const flag = flags.get(plain.toLowerCase());
      if (flag === undefined)
        throw new FieldError(column, `«${text}» is neither true nor false ${wordsHint(plain)}`);
      return flag;
    }
    default:
      return checkedNumber(column, signal, numberIn(column, plain, reading), () => plain, reading);
  }
}

function numberIn(column: string, text: string, reading: Reading): number {
  const { decimal = '.', thousands } = reading;
  const ungrouped = thousands === undefined ? text : withoutThousands(text, thousands);
  const plain = decimal === ',' ? ungrouped.replace(',', '.') : ungrouped;
  const read = Number(plain);
  if (!NUMBER.test(plain) || !Number.isFinite(read) || (decimal === ',' && ungrouped.includes('.')))
    throw new FieldError(column, `«${text}» is not a number ${numberHint(text, reading)}`);
  return read;
}

/** Converts a number to the signal's unit. Throws a {@link FieldError} on wrong type or range. */
export function checkedNumber(
  column: string,
  { name, value, min, max }: Signal,
  read: number,
  written: () => string,
  { conversion, thousands, round, onRounded }: Reading,
): number {
  const exact = conversion ? read * conversion.factor + conversion.offset : read;
  const number = value === 'integer' && (conversion || round) ? Math.round(exact) : exact;
  if (value === 'integer' && !Number.isInteger(number))
    throw new FieldError(column, `«${written()}» is not a whole number (see --round)`);
  if ((min !== undefined && number < min) || (max !== undefined && number > max))
    throw new RangeFieldError(
      column,
      `«${written()}» is outside the range of ${name}, ${min ?? '…'} to ${max ?? '…'} (set --out-of-range empty to leave such values out)`,
      number,
    );
  // A conversion is inexact in the last digits of a double.
  if (Math.abs(number - exact) > 1e-6) onRounded?.();
  else if (
    value === 'integer' &&
    !Number.isSafeInteger(number) &&
    !isExact(number, written(), thousands)
  )
    throw new InexactFieldError(
      column,
      `«${written()}» is beyond 2^53, where some whole numbers would be rounded (see --out-of-range)`,
      number,
    );
  return number;
}

const wordsHint = (text: string) => (NOTHING.test(text) ? '(see --empty)' : WORDS);

function numberHint(text: string, { decimal = '.', thousands }: Reading): string {
  const isNumber = (one: string) => NUMBER.test(decimal === ',' ? one.replace(',', '.') : one);
  const hasGroups =
    thousands === undefined &&
    [...",.'’ \u00a0\u202f"].some(
      (sign) => sign !== decimal && isNumber(withoutThousands(text, sign)),
    );
  const isOther = NUMBER.test(decimal === '.' ? text.replace(',', '.') : text);
  if (hasGroups) return isOther ? '(see --decimal and --thousands)' : '(see --thousands)';
  if (isOther) return '(see --decimal)';
  return wordsHint(text);
}

function withoutThousands(text: string, sign: string): string {
  const [first = '', ...groups] = text.split(sign);
  const isGrouped = /^[+-]?\d{1,3}$/.test(first) && groups.every(isGroup);
  return isGrouped ? first + groups.join('') : text;
}

const isGroup = (group: string, index: number, groups: readonly string[]) =>
  (index < groups.length - 1 ? /^\d{3}$/ : /^\d{3}([.,]\d*)?$/).test(group);

/** Beyond 2^53 a double may differ from the written digits. */
function isExact(number: number, text: string, thousands: string | undefined): boolean {
  const digits = thousands === undefined ? text : withoutThousands(text, thousands);
  return DIGITS.test(digits) && BigInt(digits) === BigInt(number);
}
