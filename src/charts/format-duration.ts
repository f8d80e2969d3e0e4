import { regional } from '#ui/format/regional.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A span of time, ms, in the largest unit of which there is one, at least a minute; a dash where none is known. */
export function formatDuration(ms: number | null, language: string): string {
  if (ms === null) return '–';
  const [unit, size] = units.find(([, least]) => ms >= least) ?? units[2];
  const format = new Intl.NumberFormat(regional(language), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'minute' ? 0 : 1,
  });
  return ms < size ? `< ${format.format(1)}` : format.format(ms / size);
}
