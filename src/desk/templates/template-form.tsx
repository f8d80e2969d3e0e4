import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type Language, languageCodes, languages } from '#contract/languages.ts';
import {
  decisionsWithText,
  deskTemplateSave,
  templatePlaceholders,
  unknownPlaceholders,
} from '#contract/letter-templates.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { focusInPlace, useCallForm } from '#ui/form/call-form.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { filled } from '#ui/form/contract-form.ts';
import { SelectField, TextAreaField, TextField } from '#ui/form/text-field.tsx';
import { useDecisionWords } from '../decision/use-decision-words.ts';

interface TemplateFormProps {
  template: CallData<'deskTemplates'>[number] | undefined;
  onDone: () => void;
}

export default function TemplateForm({ template, onDone }: TemplateFormProps) {
  const { t } = useLingui();
  const words = useDecisionWords();
  const [unknown, setUnknown] = useState<Partial<Record<Language, string>>>({});
  const placeholders = templatePlaceholders.map((name) => `{${name}}`).join(' ');
  const promptOf = (code: Language) => {
    const name = unknown[code];
    return name === undefined
      ? t`Write the text in at least one language`
      : t`${languages[code]}: unknown placeholder ${name}. Known: ${placeholders}`;
  };
  const form = useCallForm('deskTemplateSave', {
    schema: deskTemplateSave.input,
    initialValues: {
      name: template?.name ?? '',
      decision: (template?.decision ?? '') as string,
      texts: Object.fromEntries(
        languageCodes.map((code) => [code, template?.texts[code] ?? '']),
      ) as Record<Language, string>,
    },
    toInput: ({ name, decision, texts }) => ({
      ...(template && { id: template.id }),
      ...filled({ name, decision }),
      texts: filled(texts),
    }),
    alsoAsk: ({ texts }) => {
      const found = languageCodes.flatMap((code) => {
        const [name] = unknownPlaceholders(texts[code]);
        return name === undefined ? [] : [{ code, name: `{${name}}` }];
      });
      setUnknown(Object.fromEntries(found.map(({ code, name }) => [code, name])));
      const isEmpty = languageCodes.every((code) => texts[code].trim() === '');
      return [...found.map(({ code }) => code), ...(isEmpty ? (['en'] as const) : [])].map(
        (code) => ({ field: `texts.${code}`, problem: 'choice' as const }),
      );
    },
    words: {
      name: {
        prompt: t`Give the template a unique name`,
        range: t`The maximum number of templates is reached`,
      },
      decision: { prompt: t`Choose the decision it is for` },
      ...Object.fromEntries(
        languageCodes.map((code) => [
          `texts.${code}`,
          { prompt: promptOf(code), control: { kind: 'text' } },
        ]),
      ),
    },
    done: t`The template is saved.`,
    onDone,
  });
  return (
    <CheckedForm
      form={form}
      onSubmit={form.submit}
      action={t`Save`}
      onClose={onDone}
      onShown={focusInPlace}
    >
      <TextField form={form} name="name" label={t`Name of the template`} />
      <SelectField
        form={form}
        name="decision"
        label={t`Decision`}
        options={decisionsWithText.map((code) => ({ code, label: words.act(code) }))}
      />
      <p>
        <Trans>
          The application’s values are put in the place of <code>{placeholders}</code>: its number,
          the requester’s name, the data holder, the day of filing and today.
        </Trans>
      </p>
      {languageCodes.map((code) => (
        <TextAreaField
          key={code}
          form={form}
          name={`texts.${code}`}
          label={languages[code]}
          optional
        />
      ))}
    </CheckedForm>
  );
}
