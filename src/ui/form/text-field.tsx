import { useLingui } from '@lingui/react/macro';
import { Textarea, TextInput } from '@mantine/core';
import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, ReactNode } from 'react';
import { type FieldForm, fieldId } from './contract-form.ts';

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
      label={labelOf(label, optional)}
      description={description}
      {...input}
      {...form.fields.getInputProps(name)}
      error={form.errorOf(name)}
    />
  );
}

/** Text of several lines. */
export function TextAreaField({ form, name, label, description, optional = false }: FieldProps) {
  const labelOf = useFieldLabel();
  return (
    <Textarea
      id={fieldId(name)}
      label={labelOf(label, optional)}
      description={description}
      rows={4}
      resize="vertical"
      {...form.fields.getInputProps(name)}
      error={form.errorOf(name)}
    />
  );
}
