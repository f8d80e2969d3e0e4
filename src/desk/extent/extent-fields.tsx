import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { dataTypes } from '#contract/data-types.ts';
import type { StoredPublicForm } from '#contract/public-form.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { intervalWords } from '#forms/recorded-words.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ChoiceField, FieldGroup } from '#ui/form/choice-field.tsx';
import type { FieldForm } from '#ui/form/contract-form.ts';
import { InstantField } from '#ui/form/text-field.tsx';
import { requestedExtent } from '../decision/decision-calls.ts';

const proposed = ['dataTypes', 'from', 'to'] as const;

interface ExtentFieldsProps {
  form: FieldForm;
  requested: StoredPublicForm;
}

export default function ExtentFields({ form, requested }: ExtentFieldsProps) {
  const { t, i18n } = useLingui();
  const { data: models } = useQuery('deskModels', {});
  const [isNarrowed] = useState(() =>
    proposed.some(
      (name) =>
        String(form.fields.getInputProps(`extent.${name}`).value) !==
        String(requestedExtent(requested)[name]),
    ),
  );
  const hasProblem = proposed.some((name) => form.errorOf(`extent.${name}`));
  return (
    <>
      <ChoiceField
        form={form}
        name="extent.interval"
        label={t`How often values are given`}
        description={requested.granularity}
        choices={Object.entries(intervalWords).map(([code, words]) => ({
          value: code,
          label: i18n._(words),
        }))}
      />
      <ChoiceField
        form={form}
        name="extent.models"
        label={t`Vehicles`}
        description={
          models?.length === 0
            ? t`There are no vehicles yet whose data could be given.`
            : requested.scope
        }
        several
        choices={(models ?? []).map(({ model, vehicles }) => ({
          value: model,
          label: (
            <>
              <span>{`${model} `}</span>
              <small className="soft">
                <Plural value={vehicles} one="# vehicle" other="# vehicles" />
              </small>
            </>
          ),
        }))}
      />
      <details open={isNarrowed || hasProblem}>
        <summary>{t`Data types and time range`}</summary>
        <div className="stack stack-small">
          <ChoiceField
            form={form}
            name="extent.dataTypes"
            label={t`Data types`}
            several
            choices={dataTypes
              .filter((type) => requested.dataTypes.includes(type))
              .map((type) => ({ value: type, label: i18n._(dataTypeNames[type]) }))}
          />
          <FieldGroup
            label={t`Time range`}
            description={t`Within the time range that the body asked for`}
          >
            <InstantField form={form} name="extent.from" label={t`Start time`} />
            <InstantField form={form} name="extent.to" label={t`End time`} />
          </FieldGroup>
        </div>
      </details>
    </>
  );
}
