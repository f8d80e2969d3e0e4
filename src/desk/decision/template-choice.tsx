import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import type { Decision } from '#contract/decision.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import type { FormOfDecision } from './decision-calls.ts';

interface TemplateChoiceProps {
  form: FormOfDecision;
  applicationNumber: string;
  decision: Decision;
}

/** The templates for a decision; one that is chosen is added to the text, with the case's values. */
export function TemplateChoice({
  form: { fields },
  applicationNumber,
  decision,
}: TemplateChoiceProps) {
  const { t, i18n } = useLingui();
  const { data: templates = [] } = useQuery('deskTemplateTexts', {
    applicationNumber,
    // Only decisions with a text have this part.
    decision: decision as Exclude<Decision, 'start'>,
  });
  if (templates.length === 0) return null;

  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' });
  function add(id: string) {
    const chosen = templates.find((one) => one.id === id);
    const { text } = fields.getValues();
    if (chosen) fields.setFieldValue('text', [text, chosen.text].filter(Boolean).join('\n\n'));
  }

  return (
    <NativeSelect
      label={<span>{t`Add a template`}</span>}
      description={t`Its text is added below with the values of this application; you can change it.`}
      value=""
      onChange={({ currentTarget }) => add(currentTarget.value)}
      data={[
        { value: '', label: t`Choose…` },
        ...templates.map(({ id, name, language, isRequesters }) => ({
          value: id,
          label: isRequesters ? name : `${name} (${names.of(language)})`,
        })),
      ]}
    />
  );
}
