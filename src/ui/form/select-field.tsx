import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { fieldId } from './contract-form.ts';
import { type FieldProps, useFieldLabel } from './text-field.tsx';

interface Option {
  code: string;
  label: string;
}

interface SelectFieldProps extends FieldProps {
  options: readonly Option[];
  autoComplete?: string;
}

/** One of many; the browser's own list, which phones show best. */
export function SelectField(props: SelectFieldProps) {
  const { form, name, label, description, options, optional = false, ...input } = props;
  const { t } = useLingui();
  const labelOf = useFieldLabel();
  return (
    <NativeSelect
      id={fieldId(name)}
      label={<span>{labelOf(label, optional)}</span>}
      description={description}
      data={[
        { value: '', label: t`Choose…` },
        ...options.map(({ code, label: text }) => ({ value: code, label: text })),
      ]}
      {...input}
      {...form.fields.getInputProps(name)}
      error={form.errorOf(name)}
    />
  );
}
