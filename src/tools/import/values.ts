import { PRINTABLE } from '#contract/fields.ts';
import type { Signal } from '#contract/signal.ts';
import { MAX_CELL_TEXT } from '#lib/encrypted-xlsx/cells.ts';
import type { Value } from '#server/vehicles/vehicle-source.ts';
import type { FileForm } from './file-form.ts';
import { FieldError, InexactFieldError, RangeFieldError } from './import-error.ts';
import type { Conversion } from './units.ts';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const DIGITS = /^-?\d+$/;
const FLAGS: Record<string, boolean> = { true: true, false: false, '1': true, '0': false };
/** Character that replaces bytes that are no text. */
const REPLACEMENT = '\ufffd';

/** How the texts of a column are read. */
interface Reading {
  /** What words stand for. */
  words?: Readonly<Record<string, number>> | undefined;
  conversion?: Conversion | null;
  decimal?: FileForm['decimal'];
}

/**
 * The value of a field; null for an empty one.
 * @throws {FieldError} when it is not of the signal's kind or range
 */
export function readValue(
  column: string,
  signal: Signal,
  text: string,
  reading: Reading = {},
): Value {
  // Blanks at its edges are a part of a free text, and of nothing else.
  const plain = text.trim();
  const isFree = signal.value === 'text' && !signal.values;
  if (text === '' || (plain === '' && !isFree)) return null;
  const { words } = reading;
  if (words) {
    const value = words[text] ?? words[plain];
    const known = Object.keys(words).join(', ');
    if (value === undefined) throw new FieldError(column, `«${text}» is none of ${known}`);
    return value;
  }
  switch (signal.value) {
    case 'text':
      if (text.length > MAX_CELL_TEXT || !PRINTABLE.test(text) || text.includes(REPLACEMENT))
        throw new FieldError(column, 'the text is too long, or has control characters');
      if (isFree) return text;
      if (!signal.values?.includes(plain))
        throw new FieldError(column, `«${text}» is none of ${signal.values?.join(', ')}`);
      return plain;
    case 'boolean': {
      const flag = FLAGS[plain.toLowerCase()];
      if (flag === undefined) throw new FieldError(column, `«${text}» is neither true nor false`);
      return flag;
    }
    default:
      return numberIn(column, signal, plain, reading);
  }
}

function numberIn(
  column: string,
  { name, value, min, max }: Signal,
  text: string,
  { conversion, decimal = '.' }: Reading,
): number {
  const plain = decimal === ',' ? text.replace(',', '.') : text;
  const read = Number(plain);
  if (!NUMBER.test(plain) || !Number.isFinite(read) || (decimal === ',' && text.includes('.'))) {
    const hint = decimal === '.' && NUMBER.test(text.replace(',', '.')) ? ' (see --decimal)' : '';
    throw new FieldError(column, `«${text}» is not a number${hint}`);
  }
  const number = conversion ? converted(read, value, conversion) : read;
  if (value === 'integer' && !Number.isInteger(number))
    throw new FieldError(column, `«${text}» is not a whole number`);
  if ((min !== undefined && number < min) || (max !== undefined && number > max))
    throw new RangeFieldError(
      column,
      `«${text}» is outside ${name}'s ${min ?? '…'} to ${max ?? '…'} (see --out-of-range)`,
      number,
    );
  if (value === 'integer' && !isExact(number, plain))
    throw new InexactFieldError(
      column,
      `«${text}» is beyond 2^53, where not every whole number is kept (see --out-of-range)`,
      number,
    );
  return number;
}

/** Past 2^53 a number is the whole number that is written, or the next one that there is. */
const isExact = (number: number, text: string) =>
  Number.isSafeInteger(number) || (DIGITS.test(text) && BigInt(text) === BigInt(number));

/** A whole number stays one. */
function converted(read: number, value: Signal['value'], { factor, offset }: Conversion): number {
  const number = read * factor + offset;
  return value === 'integer' ? Math.round(number) : number;
}
