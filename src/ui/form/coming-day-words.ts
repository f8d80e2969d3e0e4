import { useLingui } from '@lingui/react/macro';
import { MAX_YEARS_AHEAD } from '#contract/limits.ts';

/** Words for the faults of a day that is still to come. */
export function useComingDayWords() {
  const { t } = useLingui();
  const years = MAX_YEARS_AHEAD;
  return {
    format: t`Enter a real date with day, month and year`,
    range: t`Enter today’s date or a later one, at most ${years} years ahead`,
  };
}
