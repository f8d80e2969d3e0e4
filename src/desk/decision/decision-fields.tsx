import { useLingui } from '@lingui/react/macro';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { type Decision, needsText } from '#contract/decision.ts';
import { MAX_PAGE_SIZE } from '#contract/limits.ts';
import { isLawfulGround } from '#machines/refusal-grounds.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import type { FieldWords } from '#ui/form/contract-form.ts';
import styles from '#ui/form/form.module.css';
import { SelectField, TextAreaField, TextField } from '#ui/form/text-field.tsx';
import { formatDate, formatShortDay } from '#ui/format/dates.ts';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import type { Case } from '../case.ts';
import { type FormOfDecision, fieldsOf } from './decision-calls.ts';

const ExtentFields = lazyPage('seldom', () => import('../extent/extent-fields.tsx'));

interface DecisionFieldsProps {
  form: FormOfDecision;
  record: Case;
  decision: Decision;
}

export function DecisionFields({ form, record, decision }: DecisionFieldsProps) {
  const { t, i18n } = useLingui();
  const fields = fieldsOf(decision, record);
  const { dueOn } = form.fields.getValues();
  const isRefusal = fields.includes('ground');
  const { data: grounds = [] } = useQuery('deskGrounds', isRefusal ? {} : null, { cache: true });
  return (
    <>
      {isRefusal && (
        <ChoiceField
          form={form}
          name="ground"
          label={t`Ground`}
          description={t`The grounds that the Data Act gives for such an application`}
          choices={grounds
            .filter(
              ({ code }) =>
                isLawfulGround(code, record) &&
                (code !== 'alreadyProvided' || record.alreadyGiven.total > 0),
            )
            .map(({ code, article, label }) => ({ value: code, label, description: article }))}
        />
      )}
      {isRefusal && form.fields.getValues().ground === 'alreadyProvided' && (
        <EarlierBody form={form} record={record} />
      )}
      {fields.includes('extent') && record.public && (
        <Suspense>
          <ExtentFields form={form} requested={record.public} />
        </Suspense>
      )}
      {fields.includes('items') && <DecisionItems form={form} record={record} />}
      {fields.includes('text') && (
        <>
          <TemplateChoice form={form} record={record} decision={decision} />
          <TextAreaField
            form={form}
            name="text"
            label={t`Text to the requester`}
            optional={!needsText(decision)}
            rows={needsText(decision) ? 4 : 2}
            // Chromium ignores the `scroll-margin` of a text area that gets the focus. While the
            // pointer is pressed, the text must not move: it would be selected.
            onFocusCapture={({ currentTarget }) => {
              if (!currentTarget.matches(':active'))
                currentTarget.scrollIntoView({ block: 'nearest' });
            }}
          />
        </>
      )}
      {fields.includes('dueOn') && (
        <TextField
          form={form}
          name="dueOn"
          type="date"
          label={t`Answer due by`}
          // Shows the day of the week, which the date field lacks.
          description={dueOn && formatShortDay(dueOn, i18n.locale)}
        />
      )}
    </>
  );
}

/**
 * Choice of the body that received the same data before. The letter names it (Art. 18(3)). A long
 * list has a search.
 */
function EarlierBody({ form, record }: Omit<DecisionFieldsProps, 'decision'>) {
  const { t, i18n } = useLingui();
  const [search, setSearch] = useState('');
  const listed = { sameAs: record.number, page: 1, pageSize: MAX_PAGE_SIZE };
  const { data } = useQuery('deskErasureLedger', { ...listed, ...(search && { search }) });
  const isLong = record.alreadyGiven.total > MAX_PAGE_SIZE;
  return (
    <>
      {isLong && (
        <TextInput
          type="search"
          label={<span>{t`Search the bodies that asked before`}</span>}
          description={t`Name or application number`}
          maxLength={200}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            form.fields.setFieldValue('earlier', '');
          }}
        />
      )}
      <SelectField
        form={form}
        name="earlier"
        label={t`Body that asked before`}
        description={t`The letter names it (Art. 18(3)).`}
        options={(data?.items ?? []).map((body) => ({
          code: body.applicationNumber,
          label: [
            body.departmentName,
            body.applicationNumber,
            formatDate(body.approvedAt, i18n.locale),
          ].join(' · '),
        }))}
      />
    </>
  );
}

function DecisionItems({ form, record }: Omit<DecisionFieldsProps, 'decision'>) {
  const { fields } = form;
  const { t } = useLingui();
  const { data: offered = [] } = useQuery('deskInformationItems', {
    applicationNumber: record.number,
  });
  const { items, text } = fields.getValues();

  function toggle(code: string, wording: string, isChosen: boolean) {
    const others = items.filter((item) => item !== code);
    const paragraphs = text.split('\n\n').filter((paragraph) => paragraph && paragraph !== wording);
    fields.setFieldValue('items', isChosen ? [...others, code] : others);
    fields.setFieldValue('text', (isChosen ? [...paragraphs, wording] : paragraphs).join('\n\n'));
  }

  if (offered.length === 0) return null;
  return (
    <fieldset className={`stack ${styles.fieldset}`} aria-label={t`What is it about?`}>
      <legend>{t`What is it about?`}</legend>
      {offered.map(({ code, label, wording }) => (
        <Checkbox
          key={code}
          label={label}
          checked={items.includes(code)}
          onChange={({ currentTarget }) => toggle(code, wording, currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}

function TemplateChoice({ form: { fields }, record, decision }: DecisionFieldsProps) {
  const { t, i18n } = useLingui();
  const { data: templates = [], isLoading } = useQuery('deskTemplateTexts', {
    applicationNumber: record.number,
    // This component is only rendered for decisions with a text.
    decision: decision as Exclude<Decision, 'start'>,
  });
  // While the templates of this decision load, `useQuery` returns those of the previous decision.
  if (isLoading || templates.length === 0) return null;

  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' });
  function add(id: string) {
    const chosen = templates.find((template) => template.id === id);
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

export function useDecisionFieldWords(): Record<string, FieldWords> {
  const { t } = useLingui();
  return {
    ground: { prompt: t`Choose a ground` },
    earlier: { prompt: t`Choose the body that asked before` },
    'extent.interval': { prompt: t`Choose how often values are given` },
    'extent.models': { prompt: t`Choose the vehicles whose data the body is given` },
    'extent.dataTypes': { prompt: t`Choose at least one data type` },
    'extent.from': {
      prompt: t`Enter the start time`,
      range: t`Stay within the time range that the body asked for`,
    },
    'extent.to': {
      prompt: t`Enter the end time`,
      range: t`Stay within the time range that the body asked for, and end after the start time`,
    },
    text: { prompt: t`Write a text to the requester` },
    dueOn: {
      prompt: t`Enter the date by which the requester must answer`,
      format: t`Choose a day in the future`,
      range: t`Choose a later day`,
    },
  };
}
