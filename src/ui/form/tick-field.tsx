import type { ReactNode } from 'react';
import { type FieldForm, fieldId } from './contract-form.ts';
import { Tick } from './tick.tsx';

interface TickFieldProps {
  form: FieldForm;
  name: string;
  label: ReactNode;
}

/** A box that has to be ticked. */
export function TickField({ form, name, label }: TickFieldProps) {
  const { checked, onChange } = form.fields.getInputProps(name, { type: 'checkbox' });
  return (
    <Tick
      id={fieldId(name)}
      name={name}
      checked={checked}
      onChange={onChange}
      label={label}
      error={form.errorOf(name)}
    />
  );
}
