import { useLingui } from '@lingui/react';
import { formatDuration } from '#charts/format-duration.ts';
import { formatNumber, formatShare } from '#ui/format/numbers.ts';

/** Counts, shares and spans of time as the reader's language writes them. */
export function useFigureWords() {
  const { locale } = useLingui().i18n;
  return {
    count: (value: number) => formatNumber(value, locale),
    percent: (share: number) => formatShare(share, locale),
    duration: (ms: number | null) => formatDuration(ms, locale),
  };
}
