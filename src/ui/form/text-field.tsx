import { useLingui } from '@lingui/react/macro';
import { Textarea, type TextareaProps, TextInput } from '@mantine/core';
import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, ReactNode } from 'react';
import { MAX_TEXT } from '#contract/limits.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { type FieldForm, fieldId } from './contract-form.ts';
import styles from './form.module.css';

export interface FieldProps {
  form: FieldForm;
  /** Path in the form, as in the contract. */
  name: string;
  label: string;
  description?: ReactNode;
  /** May be left empty; the label says so. */
  optional?: boolean;
}

interface TextFieldProps extends FieldProps {
  type?: HTMLInputTypeAttribute;
  autoComplete?: HTMLInputAutoCompleteAttribute;
}

/** The label of a field, saying when it may be left empty. */
export function useFieldLabel() {
  const { t } = useLingui();
  return (label: string, optional: boolean) => (optional ? t`${label} (optional)` : label);
}

/** One line of text. */
export function TextField({
  form,
  name,
  label,
  description,
  optional = false,
  ...input
}: TextFieldProps) {
  const labelOf = useFieldLabel();
  return (
    <TextInput
      id={fieldId(name)}
      label={<span>{labelOf(label, optional)}</span>}
      description={description}
      {...input}
      {...form.fields.getInputProps(name)}
      error={form.errorOf(name)}
    />
  );
}

/** Share of the longest text from which on its length is shown. */
const NEAR_LIMIT = 0.8;

type TextAreaFieldProps = FieldProps &
  Pick<
    TextareaProps,
    | 'aria-activedescendant'
    | 'aria-autocomplete'
    | 'aria-controls'
    | 'onBlur'
    | 'onClick'
    | 'onInput'
    | 'onKeyDown'
  >;

/** Text of several lines. */
export function TextAreaField({
  form,
  name,
  label,
  description,
  optional = false,
  ...area
}: TextAreaFieldProps) {
  const { t, i18n } = useLingui();
  const labelOf = useFieldLabel();
  const input = form.fields.getInputProps(name);
  const { length } = String(input.value ?? '').trim();
  const [count, limit] = [length, MAX_TEXT].map((one) => formatNumber(one, i18n.locale));
  return (
    <>
      <Textarea
        id={fieldId(name)}
        label={<span>{labelOf(label, optional)}</span>}
        description={description}
        rows={4}
        resize="vertical"
        {...input}
        {...area}
        error={form.errorOf(name)}
      />
      {/* There before its content, so that the content is read out. */}
      <p role="status" className={`soft ${styles.counter}`}>
        {length > NEAR_LIMIT * MAX_TEXT && t`${count} of ${limit} characters`}
      </p>
    </>
  );
}
