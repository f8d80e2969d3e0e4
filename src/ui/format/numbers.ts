import { formatter } from '#lib/words/formats.ts';
import { regional } from './dates.ts';

const KIBIBYTE = 1024;

/** Formats a number of bytes. Number and unit stay on one line. */
export function formatSize(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(3, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(KIBIBYTE)));
  const text = formatter(Intl.NumberFormat, regional(language), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // The short form would read «15 byte», the long one in Polish «około 52 bajty».
    unitDisplay: power === 0 && language !== 'pl' ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / KIBIBYTE ** power);
  return text.replace(' ', '\u00a0');
}

export function formatNumber(value: number, language: string): string {
  return formatter(Intl.NumberFormat, regional(language)).format(value);
}

/** Formats an amount of money as it is typed: with two decimal places and without separators. */
export function formatAmount(value: number, language: string): string {
  const style = { minimumFractionDigits: 2, useGrouping: false };
  return formatter(Intl.NumberFormat, regional(language), style).format(value);
}

export function formatKilometres(metres: number, language: string): string {
  return formatter(Intl.NumberFormat, regional(language), {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: 0,
  }).format(metres / 1000);
}

export function formatDays(duration: number, language: string): string {
  return formatter(Intl.NumberFormat, regional(language), {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(duration / (24 * 60 * 60 * 1000));
}

export function formatShare(share: number, language: string): string {
  return formatter(Intl.NumberFormat, regional(language), {
    style: 'percent',
    maximumFractionDigits: 1,
  }).format(share);
}
