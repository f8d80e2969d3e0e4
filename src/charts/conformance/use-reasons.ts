import { useLingui } from '@lingui/react/macro';
import type { deviationReasons } from '#contract/figures.ts';

/** Reason for which the machine would not have made a step, in words. */
export function useReasons(): Record<(typeof deviationReasons)[number], string> {
  const { t } = useLingui();
  return {
    event: t`the machine does not accept this event there`,
    target: t`the machine leads elsewhere`,
    guard: t`does not hold`,
    gap: t`does not follow from the step before`,
    end: t`the application is not where its history ends`,
  };
}
