import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { type Language, localeOf } from '#contract/languages.ts';
import { MAX_YEARS_AHEAD } from '#contract/limits.ts';
import { FieldGroup } from './choice-field.tsx';
import { fieldId } from './contract-form.ts';
import styles from './form.module.css';
import type { FieldProps } from './text-field.tsx';
import { typedDigits } from './typed-digits.ts';

type Part = 'day' | 'month' | 'year';

const lengths: Record<Part, number> = { day: 2, month: 2, year: 4 };

interface DateFieldProps extends FieldProps {
  /** True for the user's birthday, which browsers can fill in. */
  isBirthday?: boolean;
}

/** Memorable date, entered as day, month and year (form value: `y-m-d` as typed). */
export function DateField({ form, name, label, description, isBirthday }: DateFieldProps) {
  const { t, i18n } = useLingui();
  const error = form.errorOf(name);
  const { value, onChange } = form.fields.getInputProps(name) as {
    value: string;
    onChange: (next: string) => void;
  };
  const [year = '', month = '', day = ''] = value.split('-');
  const typed = { day, month, year };
  const change = (part: Part, text: string) => {
    const next = { ...typed, [part]: typedDigits(text).slice(0, lengths[part]) };
    const parts = [next.year, next.month, next.day];
    onChange(parts.some(Boolean) ? parts.join('-') : '');
  };
  const labels = { day: t`Day`, month: t`Month`, year: t`Year` };
  return (
    <FieldGroup label={label} description={description ?? t`For example 27 3 1985`} error={error}>
      <div className={`row ${styles.date}`}>
        {partsOf(i18n.locale).map((part, place) => (
          <TextInput
            key={part}
            // The error summary links to the first input.
            {...(place === 0 && { id: fieldId(name) })}
            label={<span>{labels[part]}</span>}
            data-part={part}
            value={typed[part]}
            autoComplete={isBirthday ? `bday-${part}` : 'off'}
            inputMode="numeric"
            error={Boolean(error)}
            onChange={(event) => change(part, event.currentTarget.value)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

export function partsOf(language: string): Part[] {
  return new Intl.DateTimeFormat(localeOf[language as Language])
    .formatToParts()
    .map(({ type }) => type)
    .filter((type): type is Part => type in lengths);
}

export function typedDate(typed: string): string {
  const [year = '', month = '', day = ''] = typed.split('-');
  if (!year && !month && !day) return '';
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export function useComingDayWords() {
  const { t } = useLingui();
  const years = MAX_YEARS_AHEAD;
  return {
    format: t`Enter a real date with day, month and year`,
    range: t`Enter today’s date or a later one, at most ${years} years ahead`,
  };
}
