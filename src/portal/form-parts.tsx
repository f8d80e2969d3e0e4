import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Field, type Fields, fieldsIn } from '#forms/field.ts';
import { Summary, type SummaryProps } from '#ui/application/summary.tsx';
import { useOptionLabels } from '#ui/application/use-options.ts';
import { FieldGroup } from '#ui/form/choice-field.tsx';
import type { FieldForm } from '#ui/form/contract-form.ts';
import { DescribedPart } from '#ui/form/described-fields.tsx';

interface CheckedAnswersProps extends Pick<SummaryProps, 'fields' | 'form' | 'files'> {
  parts: readonly { part: string; title: string; to: string }[];
}

/** Summary of a form by its parts, each with a link to change it. */
export function CheckedAnswers({ parts, ...form }: CheckedAnswersProps) {
  const { t } = useLingui();
  return (
    <>
      <h2 className="visually-hidden">{t`Your answers`}</h2>
      {parts.map(({ part, title, to }) => (
        <Summary
          key={part}
          {...form}
          parts={[part]}
          title={title}
          action={<ChangeLink to={to} what={title} />}
        />
      ))}
    </>
  );
}

export function ChangeLink({ to, what }: { to: string; what: string }) {
  return (
    <Link to={to}>
      <Trans>
        Change<span className="visually-hidden"> {what}</span>
      </Trans>
    </Link>
  );
}

interface PartWithDefaultsProps {
  form: FieldForm;
  fields: Fields;
  part: string;
  label?: string;
}

/**
 * Part of a form in which contact address and report language are shown as text with «Change»,
 * because most proposed values are correct.
 */
export function PartWithDefaults({ form, fields, part, label }: PartWithDefaultsProps) {
  const { t, i18n } = useLingui();
  const labelOf = useOptionLabels('reportLanguages');
  const [isChanging, setChanging] = useState(false);
  const { contactEmail, reportLanguage } = form.fields.getValues() as Record<string, string>;
  const language = labelOf('reportLanguages', reportLanguage ?? '');
  const texts: Record<string, string> = {
    contactEmail: t`The password of the report goes to ${contactEmail}.`,
    reportLanguage: t`Report language: ${language}`,
  };
  const names = fieldsIn(fields, part).filter((name) => name in texts);
  const [first] = names;
  const isOpen = isChanging || !first || names.some((name) => form.errorOf(name));
  if (isOpen) return <DescribedPart form={form} fields={fields} part={part} />;
  const shown = (
    <FieldGroup label={label ?? i18n._((fields[first] as Field).label)}>
      {names.map((name) => (
        <p key={name}>{texts[name]}</p>
      ))}
      <div>
        <Button size="sm" variant="default" onClick={() => setChanging(true)}>
          {t`Change`}
        </Button>
      </div>
    </FieldGroup>
  );
  const drawn = Object.fromEntries(names.map((name) => [name, name === first ? shown : '']));
  return <DescribedPart form={form} fields={fields} part={part} drawn={drawn} />;
}
