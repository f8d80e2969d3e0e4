import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { fieldId } from './contract-form.ts';
import styles from './form.module.css';
import type { FieldProps } from './text-field.tsx';

/** A calendar day that people know by heart, typed as day, month and year (value: `y-m-d` as typed). */
export function DateField({ form, name, label, description }: FieldProps) {
  const { t } = useLingui();
  const id = useId();
  const error = form.errorOf(name);
  const { value, onChange } = form.fields.getInputProps(name) as {
    value: string;
    onChange: (next: string) => void;
  };
  const [year = '', month = '', day = ''] = value.split('-');
  const change = (part: { year?: string; month?: string; day?: string }) => {
    const next = { year, month, day, ...part };
    const digits = (text: string) => text.replace(/\D/g, '');
    const parts = [digits(next.year), digits(next.month), digits(next.day)];
    onChange(parts.some(Boolean) ? parts.join('-') : '');
  };
  const common = { inputMode: 'numeric' as const, error: Boolean(error) };
  return (
    <fieldset
      className={styles.fieldset}
      aria-describedby={`${id}-description ${id}-error`}
      {...(error && { 'data-error': true })}
    >
      <legend>{label}</legend>
      <p id={`${id}-description`} className={styles.description}>
        {description ?? t`For example 27 3 1985`}
      </p>
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
      <div className={styles.date}>
        <TextInput
          {...common}
          id={fieldId(name)}
          label={t`Day`}
          value={day}
          maxLength={2}
          autoComplete="bday-day"
          onChange={(event) => change({ day: event.currentTarget.value })}
        />
        <TextInput
          {...common}
          label={t`Month`}
          value={month}
          maxLength={2}
          autoComplete="bday-month"
          onChange={(event) => change({ month: event.currentTarget.value })}
        />
        <TextInput
          {...common}
          label={t`Year`}
          value={year}
          maxLength={4}
          autoComplete="bday-year"
          onChange={(event) => change({ year: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}

/** What was typed as the contract's YYYY-MM-DD. */
export function typedDate(typed: string): string {
  const [year = '', month = '', day = ''] = typed.split('-');
  if (!year && !month && !day) return '';
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
