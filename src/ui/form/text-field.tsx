import { useLingui } from '@lingui/react/macro';
import {
  NativeSelect,
  type NativeSelectProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { MAX_TEXT } from '#contract/limits.ts';
import { calendarDay } from '#ui/format/dates.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { type FieldForm, fieldId } from './contract-form.ts';
import styles from './form.module.css';

export interface FieldProps {
  form: FieldForm;
  name: string;
  label: string;
  description?: ReactNode;
  optional?: boolean;
}

export function useFieldLabel() {
  const { t } = useLingui();
  return (label: string, optional = false) => (optional ? t`${label} (optional)` : label);
}

function useInputProps<Rest>({ form, name, label, optional, ...rest }: FieldProps & Rest) {
  const labelOf = useFieldLabel();
  return {
    id: fieldId(name),
    label: <span>{labelOf(label, optional)}</span>,
    ...form.fields.getInputProps(name),
    ...rest,
    error: form.errorOf(name),
  };
}

export function TextField(props: FieldProps & Pick<TextInputProps, 'type' | 'autoComplete'>) {
  return <TextInput {...useInputProps(props)} />;
}

/** Date and time in the user's time zone (form value: `YYYY-MM-DDTHH:mm`). */
export function InstantField(props: FieldProps) {
  return <TextField {...props} type="datetime-local" />;
}

/** Converts a local date and time to an instant in UTC. Returns an invalid value unchanged. */
export function typedInstant(typed: string): string {
  const at = Date.parse(typed);
  return Number.isNaN(at) ? typed : new Date(at).toISOString().replace('.000Z', 'Z');
}

export function typedMinute(at: number): string {
  const date = new Date(at);
  return `${calendarDay(date)}T${date.toTimeString().slice(0, 5)}`;
}

interface SelectFieldProps extends FieldProps, Pick<NativeSelectProps, 'autoComplete'> {
  options: readonly { code: string; label: string }[];
}

/** Native select, which works best on phones. */
export function SelectField({ options, ...props }: SelectFieldProps) {
  const { t } = useLingui();
  const choices = options.map(({ code, label }) => ({ value: code, label }));
  return (
    <NativeSelect {...useInputProps(props)} data={[{ value: '', label: t`Choose…` }, ...choices]} />
  );
}

const COUNTER_THRESHOLD = 0.8;

export function TextAreaField(props: FieldProps & Omit<TextareaProps, keyof FieldProps>) {
  const { t, i18n } = useLingui();
  const area = useInputProps(props);
  const { length } = String(area.value ?? '').trim();
  const [count, limit] = [length, MAX_TEXT].map((characters) =>
    formatNumber(characters, i18n.locale),
  );
  return (
    <>
      <Textarea rows={4} resize="vertical" {...area} />
      {/* Live regions must exist before their content. */}
      <p role="status" className={`soft ${styles.counter}`}>
        {length > COUNTER_THRESHOLD * MAX_TEXT && t`${count} of ${limit} characters`}
      </p>
    </>
  );
}
