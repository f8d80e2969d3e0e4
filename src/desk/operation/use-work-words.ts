import { useLingui } from '@lingui/react/macro';
import type { WorkKind } from '#contract/operation.ts';

export function useWorkWords(): Record<WorkKind, string> {
  const { t } = useLingui();
  return {
    mail: t`E-mails`,
    digest: t`Hourly e-mails`,
    report: t`Reports`,
    recipientCopy: t`Copies for recipients`,
    scan: t`Malware scans of files`,
    dueDates: t`Recalculation of due dates after a change of settings`,
    sortNames: t`Recalculation of the order of names after an upgrade`,
    projection: t`Figures`,
  };
}
