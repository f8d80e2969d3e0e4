import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { type Language, localeOf } from '#contract/languages.ts';
import { fieldId } from './contract-form.ts';
import styles from './form.module.css';
import type { FieldProps } from './text-field.tsx';

type Part = 'day' | 'month' | 'year';

const lengths: Record<Part, number> = { day: 2, month: 2, year: 4 };

interface DateFieldProps extends FieldProps {
  /** The reader's own: the browser may know it. */
  isBirthday?: boolean;
}

/** A calendar day that people know by heart, typed as day, month and year (value: `y-m-d` as typed). */
export function DateField({ form, name, label, description, isBirthday }: DateFieldProps) {
  const { t, i18n } = useLingui();
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
  const typed = { day, month, year };
  const labels = { day: t`Day`, month: t`Month`, year: t`Year` };
  return (
    <fieldset
      className={`stack ${styles.fieldset}`}
      aria-describedby={`${id}-description ${id}-error`}
      {...(error && { 'data-error': true })}
    >
      <legend>{label}</legend>
      <p id={`${id}-description`} className="soft">
        {description ?? t`For example 27 3 1985`}
      </p>
      <p id={`${id}-error`} className="error">
        {error}
      </p>
      <div className={`row ${styles.date}`}>
        {partsOf(i18n.locale).map((part, place) => (
          <TextInput
            key={part}
            // An error's link leads to the first of the three.
            {...(place === 0 && { id: fieldId(name) })}
            label={<span>{labels[part]}</span>}
            value={typed[part]}
            maxLength={lengths[part]}
            autoComplete={isBirthday ? `bday-${part}` : 'off'}
            inputMode="numeric"
            error={Boolean(error)}
            onChange={(event) => change({ [part]: event.currentTarget.value })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Day, month and year in the order in which a language writes them. */
export function partsOf(language: string): Part[] {
  return new Intl.DateTimeFormat(localeOf[language as Language])
    .formatToParts()
    .map(({ type }) => type)
    .filter((type): type is Part => type in lengths);
}

/** Converts a typed date to the contract's YYYY-MM-DD. */
export function typedDate(typed: string): string {
  const [year = '', month = '', day = ''] = typed.split('-');
  if (!year && !month && !day) return '';
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
