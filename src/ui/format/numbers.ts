import { DAY } from '#lib/words/durations.ts';
import { formatter } from '#lib/words/formats.ts';
import { regional } from './dates.ts';

const KIBIBYTE = 1024;

/** Formats a number of bytes. Number and unit stay on one line. */
export function formatSize(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(3, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(KIBIBYTE)));
  const text = formatUnit(bytes / KIBIBYTE ** power, units[power] ?? 'byte', language, {
    // The short form would read «15 byte», the long one in Polish «około 52 bajty».
    unitDisplay: power === 0 && language !== 'pl' ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  });
  return text.replace(' ', '\u00a0');
}

/** Formats a number, with exactly `digits` decimal places where they are given. */
export function formatNumber(value: number, language: string, digits?: number): string {
  return formatter(Intl.NumberFormat, regional(language), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** Digits, in groups by one sign or without groups, and at most two decimal places. */
const AMOUNT = /^(\d{1,3}([., ])(?:\d{2,3}\2)*\d{3}|\d+)(?:([.,])(\d{1,2}))?$/;

/**
 * Reads an amount of money as a decimal: `1250.50` for «1,250.50», «1.250,50» or «1 250,50». Returns
 * null for other texts, and for «1.250» if the reader's language does not group digits with a dot:
 * it may mean 1.25.
 */
export function parseAmount(typed: string, language: string): string | null {
  const parts = formatter(Intl.NumberFormat, regional(language)).formatToParts(123_456);
  const readersGroup = parts.find(({ type }) => type === 'group')?.value;
  const match = AMOUNT.exec(typed.trim().replace(/[\s'’]/g, ' '));
  if (!match) return null;
  const [, whole = '', group, decimal, fraction] = match;
  const isAmbiguous = group !== ' ' && group !== readersGroup && decimal === undefined;
  if (group && (group === decimal || isAmbiguous)) return null;
  return whole.replace(/\D/g, '') + (fraction ? `.${fraction}` : '');
}

/** Formats a value with a unit of `Intl.NumberFormat`, as whole number unless `style` says else. */
export function formatUnit(
  value: number,
  unit: string,
  language: string,
  style: Intl.NumberFormatOptions = {},
): string {
  const options = { style: 'unit', unit, maximumFractionDigits: 0, ...style } as const;
  return formatter(Intl.NumberFormat, regional(language), options).format(value);
}

export const formatKilometres = (metres: number, language: string, digits = 0): string =>
  formatUnit(metres / 1000, 'kilometer', language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

export const formatDays = (duration: number, language: string): string =>
  formatUnit(duration / DAY, 'day', language, { unitDisplay: 'long', maximumFractionDigits: 1 });

export function formatShare(share: number, language: string): string {
  const style = { style: 'percent', maximumFractionDigits: 1 } as const;
  return formatter(Intl.NumberFormat, regional(language), style).format(share);
}
