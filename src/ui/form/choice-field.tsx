import '@mantine/core/styles/Radio.layer.css';
import { Checkbox, Radio } from '@mantine/core';
import { Fragment, type ReactNode, useId } from 'react';
import type { Elements } from '#ui/elements.ts';
import { fieldId } from './contract-form.ts';
import styles from './form.module.css';
import type { FieldProps } from './text-field.tsx';

export interface Choice {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  more?: Elements;
  isDisabled?: boolean;
}

interface ChoiceFieldProps extends FieldProps {
  choices: readonly Choice[];
  several?: boolean;
}

export function ChoiceField(props: ChoiceFieldProps) {
  const { form, name, label, description, choices, several } = props;
  const { value, onChange } = form.fields.getInputProps(name) as {
    value: string | readonly string[];
    onChange: (next: string | readonly string[]) => void;
  };
  const Control = several ? Checkbox : Radio;
  const isChosen = (choice: string) => (several ? value.includes(choice) : value === choice);

  function toggle(choice: string) {
    if (!several) return onChange(choice);
    const chosen = choices.map((each) => each.value).filter((each) => value.includes(each));
    onChange(isChosen(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice]);
  }

  return (
    <FieldGroup label={label} description={description} error={form.errorOf(name)}>
      {choices.map((choice, index) => (
        <Fragment key={choice.value}>
          <Control
            name={name}
            // The error summary links to the first choice.
            id={index ? `${fieldId(name)}-${choice.value}` : fieldId(name)}
            label={choice.label}
            description={choice.description}
            checked={isChosen(choice.value)}
            disabled={choice.isDisabled ?? false}
            onChange={() => toggle(choice.value)}
          />
          {choice.more}
        </Fragment>
      ))}
    </FieldGroup>
  );
}

interface FieldGroupProps extends Pick<FieldProps, 'label' | 'description'> {
  error?: string | undefined;
  children: Elements;
}

export function FieldGroup({ label, description, error, children }: FieldGroupProps) {
  const id = useId();
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean);
  return (
    <fieldset
      className={`stack ${styles.fieldset}`}
      {...(describedBy.length && { 'aria-describedby': describedBy.join(' ') })}
      {...(error && { 'data-error': true })}
    >
      <legend>{label}</legend>
      {description && (
        <div id={`${id}-description`} className="soft">
          {description}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}

export function TickField({ form, name, label }: Pick<FieldProps, 'form' | 'name' | 'label'>) {
  const { checked, onChange } = form.fields.getInputProps(name, { type: 'checkbox' });
  const error = form.errorOf(name);
  return (
    <Checkbox
      id={fieldId(name)}
      name={name}
      checked={checked}
      onChange={onChange}
      label={label}
      error={error}
      aria-invalid={Boolean(error)}
    />
  );
}
