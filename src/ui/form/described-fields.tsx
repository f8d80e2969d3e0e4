import { useLingui } from '@lingui/react';
import { Fragment, type ReactNode } from 'react';
import { type Field, type Fields, fieldsIn, isAsked, optionListsOf } from '#forms/field.ts';
import { useOptions } from '#ui/application/use-options.ts';
import { ChoiceField, FieldGroup, TickField } from './choice-field.tsx';
import type { FieldForm } from './contract-form.ts';
import styles from './form.module.css';
import { InstantField, SelectField, TextAreaField, TextField } from './text-field.tsx';
import { UploadField } from './upload-field.tsx';

interface DescribedFieldProps {
  form: FieldForm;
  fields: Fields;
  name: string;
}

interface DescribedPartProps extends Pick<DescribedFieldProps, 'form' | 'fields'> {
  part: string;
  drawn?: Readonly<Record<string, ReactNode>>;
}

export function DescribedPart({ form, fields, part, drawn = {} }: DescribedPartProps) {
  const { _ } = useLingui();
  const values = form.fields.getValues();
  const rows = Map.groupBy(
    fieldsIn(fields, part).filter((path) => isAsked(fields[path] as Field, values)),
    (path) => (fields[path] as Field).row ?? path,
  );
  return [...rows].map(([row, paths]) => {
    const cells = paths.map((path) => (
      <Fragment key={path}>
        {drawn[path] ?? <DescribedField form={form} fields={fields} name={path} />}
      </Fragment>
    ));
    if (paths[0] === row) return cells;
    const inner = <div className={styles.row}>{cells}</div>;
    const legend = fields[paths[0] ?? '']?.rowLabel;
    return (
      <Fragment key={row}>
        {legend ? <FieldGroup label={_(legend)}>{inner}</FieldGroup> : inner}
      </Fragment>
    );
  });
}

export function DescribedField({ form, fields, name }: DescribedFieldProps) {
  const { _ } = useLingui();
  const field = fields[name] as Field;
  const { control, label, description, isOptional } = field;
  const optionsOf = useOptions(...optionListsOf([field]));
  const common = {
    form,
    name,
    label: _(label),
    ...(description && { description: _(description) }),
    ...(isOptional && { optional: true }),
  };
  switch (control.kind) {
    case 'line': {
      const { kind: _kind, ...input } = control;
      return <TextField {...common} {...input} />;
    }
    case 'text':
      return <TextAreaField {...common} />;
    case 'date':
      return (
        <TextField {...common} type="date" autoComplete={control.isBirthday ? 'bday' : 'off'} />
      );
    case 'instant':
      return <InstantField {...common} />;
    case 'select': {
      const { kind: _kind, options, ...input } = control;
      return <SelectField {...common} {...input} options={optionsOf(options)} />;
    }
    case 'options':
    case 'severalOptions':
      return (
        <ChoiceField
          {...common}
          several={control.kind === 'severalOptions'}
          choices={optionsOf(control.options).map(({ code, ...words }) => ({
            value: code,
            ...words,
          }))}
        />
      );
    case 'choice':
    case 'yesNo':
      return (
        <ChoiceField
          {...common}
          choices={control.choices.map((choice) => ({
            value: choice.value,
            label: _(choice.label),
            description: choice.description && _(choice.description),
          }))}
        />
      );
    case 'files':
      return (
        <UploadField
          {...common}
          endpoint={control.usage === 'publicMaterial' ? 'publicUploadCert' : 'personUploadCert'}
          usage={control.usage}
        />
      );
    case 'tick':
      return <TickField {...common} />;
    case 'vehicle':
      throw new Error(`The page draws ${name} itself`);
  }
}
