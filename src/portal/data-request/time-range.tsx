import '@mantine/core/styles/Chip.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Chip } from '@mantine/core';
import { useState } from 'react';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import { DAY, HOUR } from '#lib/words/durations.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { FieldGroup } from '#ui/form/choice-field.tsx';
import { DescribedPart } from '#ui/form/described-fields.tsx';
import { typedMinute } from '#ui/form/text-field.tsx';
import styles from './data-request.module.css';
import type { DataRequestForm } from './data-request-form.ts';

const EVER = new Date(2000, 0, 1).getTime();

type Coverage = CallData<'dataCoverage'>;

const presets = ['month', 'year', 'everything'] as const;
type Preset = (typeof presets)[number];

/** Returns the start of a range as a form value, never before the vehicle was linked. */
export function startOf(preset: Preset, coverage: Coverage | undefined): string {
  const linkedFrom = coverage?.entitled[0]?.from ?? 0;
  const starts = {
    month: midnight(30),
    year: midnight(365),
    everything: coverage?.span?.first ?? (linkedFrom || EVER),
  };
  return typedMinute(Math.max(starts[preset], linkedFrom));
}

const endsNow = (to: string) => Math.abs(Date.now() - Date.parse(to)) < HOUR;

interface TimeRangeProps {
  form: DataRequestForm;
  coverage: Coverage | undefined;
  isOwnCar: boolean;
}

export function TimeRange({ form, coverage, isOwnCar }: TimeRangeProps) {
  const { t } = useLingui();
  const { from, to } = form.fields.getValues();
  const [chosen, setChosen] = useState<string>(
    () =>
      (endsNow(to) && presets.findLast((preset) => startOf(preset, coverage) === from)) || 'other',
  );

  function choose(choice: string) {
    setChosen(choice);
    const preset = presets.find((each) => each === choice);
    if (!preset) return;
    form.fields.setFieldValue('from', startOf(preset, coverage));
    form.fields.setFieldValue('to', typedMinute(Date.now()));
  }

  return (
    <FieldGroup
      label={t`Time range`}
      description={t`You only receive data from the time when the car was linked to your account.`}
    >
      <Chip.Group value={chosen} onChange={choose}>
        <div className={`row ${styles.presets}`}>
          <Chip value="month">{t`Last 30 days`}</Chip>
          <Chip value="year">{t`Last year`}</Chip>
          <Chip value="everything">
            {isOwnCar
              ? t`Everything since I have had the car`
              : t`Everything since the car was linked`}
          </Chip>
          <Chip value="other">{t`Other times`}</Chip>
        </div>
      </Chip.Group>
      <div onChange={() => setChosen('other')}>
        <DescribedPart form={form} fields={dataRequestFields} part="time" />
      </div>
      <p className="soft">
        {t`Enter times as shown on your device. The report gives all times in UTC.`}
      </p>
    </FieldGroup>
  );
}

function midnight(daysAgo: number): number {
  return new Date(Date.now() - daysAgo * DAY).setHours(0, 0, 0, 0);
}
