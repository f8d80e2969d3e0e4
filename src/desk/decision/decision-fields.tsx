import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import type { Decision } from '#contract/decision.ts';
import { isLawfulGround } from '#machines/refusal-grounds.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { TextAreaField, TextField } from '#ui/form/text-field.tsx';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { type FormOfDecision, fieldsOf, needsText } from './decision-calls.ts';
import { DecisionItems } from './decision-items.tsx';
import { TemplateChoice } from './template-choice.tsx';

const ExtentFields = lazyPage('seldom', () => import('../extent/extent-fields.tsx'));

interface DecisionFieldsProps {
  form: FormOfDecision;
  record: CallData<'deskApplication'>;
  decision: Decision;
}

/** Fields that a decision needs. */
export function DecisionFields({ form, record, decision }: DecisionFieldsProps) {
  const { t } = useLingui();
  const fields = fieldsOf(decision, record);
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
            .filter(({ code }) => isLawfulGround(code, record))
            .map(({ code, article, label }) => ({
              value: code,
              label,
              description: article,
            }))}
        />
      )}
      {fields.includes('extent') && record.public && (
        <Suspense>
          <ExtentFields form={form} asked={record.public} />
        </Suspense>
      )}
      {fields.includes('items') && <DecisionItems form={form} applicationNumber={record.number} />}
      {fields.includes('text') && (
        <TemplateChoice form={form} applicationNumber={record.number} decision={decision} />
      )}
      {fields.includes('text') && (
        <TextAreaField
          form={form}
          name="text"
          label={t`Text to the requester`}
          optional={!needsText(decision)}
        />
      )}
      {fields.includes('dueOn') && (
        <TextField form={form} name="dueOn" type="date" label={t`Answer due by`} />
      )}
    </>
  );
}
