import { useLingui } from '@lingui/react/macro';
import { hasTag } from '#contract/stored-application.ts';
import { listGroupOf } from '#contract/turns.ts';
import type { OwnApplication } from '#contract/user-info.ts';
import { daysUntil, formatNearDay } from '#ui/format/near-days.ts';
import type { requesterActions } from '../requester-actions.ts';
import styles from './application-table.module.css';

interface RowDateProps {
  application: OwnApplication;
  actions: ReturnType<typeof requesterActions>;
}

/** The date of an application's row under its state: by when who has to act, or how the report is. */
export function RowDate({ application, actions }: RowDateProps) {
  const text = useDateText(application, actions);
  if (!text) return null;
  return <small className={styles.date}>{text}</small>;
}

function useDateText(
  application: OwnApplication,
  { canSupply, canRequestData }: RowDateProps['actions'],
): string | null {
  const { t, i18n } = useLingui();
  const { dueDay, reportDay, reportState } = application;
  const day = dueDay && formatNearDay(dueDay, i18n.locale);
  if (hasTag(application.state, 'downloadable')) {
    const until = reportDay && formatNearDay(reportDay, i18n.locale);
    switch (reportState) {
      case 'delivered':
        return until ? t`Your data are ready until ${until}` : t`Your data are ready`;
      case 'empty':
        return t`There are no data for this request`;
      case 'failed':
        return t`The report could not be generated`;
      case 'expired':
        return t`The report is no longer kept`;
      default:
        return t`We are generating the report`;
    }
  }
  if (!dueDay || listGroupOf(application) === 'ended') return null;
  if (canSupply) return t`Answer by ${day}`;
  if (canRequestData) return t`Choose your data by ${day}`;
  return daysUntil(dueDay) < 0
    ? t`With us, and later than we aimed for`
    : t`With us, answer expected by ${day}`;
}
