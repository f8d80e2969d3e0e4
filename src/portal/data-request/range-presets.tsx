import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { calendarDay } from '#ui/format/dates.ts';
import type { DataRequestForm } from './data-request-values.ts';
import { useCoverage } from './use-coverage.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Before any connected car, where neither the link nor the data say when they began. */
const EVER = new Date(2000, 0, 1).getTime();

interface RangePresetsProps {
  form: DataRequestForm;
  /** Application number. */
  number: string;
}

/**
 * Time ranges that people ask for most; a press fills in begin and end, up to now, as far as the
 * vehicle was theirs and has data.
 */
export default function RangePresets({ form, number }: RangePresetsProps) {
  const { t } = useLingui();
  const { coverage } = useCoverage(number, null);
  const linkedFrom = coverage?.entitled[0]?.from ?? 0;
  const first = coverage?.span?.first ?? null;
  const earliest = first ?? (linkedFrom || EVER);
  const presets = [
    { label: t`Last 30 days`, from: midnight(30) },
    { label: t`Last year`, from: midnight(365) },
    { label: t`Everything since I have had the car`, from: earliest },
  ];
  return (
    <>
      <div className="row above">
        {presets.map(({ label, from }) => (
          <Button
            key={label}
            size="sm"
            variant="default"
            onClick={() => {
              form.fields.setFieldValue('from', typedMinute(Math.max(from, linkedFrom)));
              form.fields.setFieldValue('to', typedMinute(Date.now()));
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className="soft">
        <Trans>You only receive data from the time when the car was linked to your account.</Trans>
      </p>
    </>
  );
}

/** The begin of the day so many days ago. */
function midnight(daysAgo: number): number {
  return new Date(Date.now() - daysAgo * DAY).setHours(0, 0, 0, 0);
}

/** The minute of an instant, as it is typed. */
function typedMinute(at: number): string {
  const date = new Date(at);
  return `${calendarDay(date)}T${date.toTimeString().slice(0, 5)}`;
}
