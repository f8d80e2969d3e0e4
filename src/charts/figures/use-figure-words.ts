import { useLingui } from '@lingui/react';
import { formatDuration } from '#charts/format-duration.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { regional } from '#ui/format/regional.ts';

/** Counts, shares and spans of time as the reader's language writes them. */
export function useFigureWords() {
  const { locale } = useLingui().i18n;
  return {
    count: (value: number) => formatNumber(value, locale),
    percent: (share: number) =>
      new Intl.NumberFormat(regional(locale), {
        style: 'percent',
        maximumFractionDigits: 1,
      }).format(share),
    duration: (ms: number | null) => formatDuration(ms, locale),
  };
}
