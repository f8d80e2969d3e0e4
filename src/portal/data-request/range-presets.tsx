import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import styles from '#ui/form/form.module.css';
import { calendarDay } from '#ui/format/dates.ts';
import type { DataRequestForm } from './data-request-values.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Before any connected car: of a vehicle only the time of its link is delivered anyway. */
const EVER = '2000-01-01T00:00';

/** Time ranges that people ask for most; a press fills in begin and end, up to now. */
export function RangePresets({ form }: { form: DataRequestForm }) {
  const { t } = useLingui();
  const presets = [
    { label: t`Last 30 days`, from: midnight(30) },
    { label: t`Last year`, from: midnight(365) },
    { label: t`Everything since I have had the car`, from: EVER },
  ];
  return (
    <>
      <div className={styles.actions}>
        {presets.map(({ label, from }) => (
          <Button
            key={label}
            size="sm"
            variant="default"
            onClick={() => {
              form.fields.setFieldValue('from', from);
              form.fields.setFieldValue('to', thisMinute());
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className={styles.description}>
        <Trans>You only receive data from the time when the car was linked to your account.</Trans>
      </p>
    </>
  );
}

/** The begin of the day so many days ago, as it is typed. */
function midnight(daysAgo: number): string {
  return `${calendarDay(new Date(Date.now() - daysAgo * DAY))}T00:00`;
}

/** The minute that has just ended, as it is typed. */
function thisMinute(): string {
  const now = new Date();
  return `${calendarDay(now)}T${now.toTimeString().slice(0, 5)}`;
}
