import { useLingui } from '@lingui/react/macro';
import type { Clock } from '#contract/application-record.ts';
import { formatDay } from '#ui/format/dates.ts';
import styles from './application.module.css';

export function ClockDays({ clock: { days } }: { clock: Clock }) {
  const { t, i18n } = useLingui();
  const kindLabel = useDayLabel();
  if (days.length === 0) return null;
  return (
    <details className={styles.arithmetic}>
      <summary>{t`Counted day by day`}</summary>
      <ol className="plain">
        {days.map((day) => (
          <li key={day.day} data-kind={day.kind}>
            <time dateTime={day.day}>{formatDay(day.day, i18n.locale)}</time>
            <span>{kindLabel(day)}</span>
            <b>{day.count}</b>
          </li>
        ))}
      </ol>
    </details>
  );
}

function useDayLabel() {
  const { t } = useLingui();
  return ({ kind, name }: Clock['days'][number]) =>
    ({
      receipt: t`Day of receipt, not counted`,
      counted: t`Working day`,
      weekend: t`Weekend`,
      holiday: name === null ? t`Holiday` : t`Holiday: ${name}`,
      paused: t`Paused: waiting for others`,
    })[kind];
}
