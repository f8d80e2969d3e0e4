import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { useQuery } from '#ui/calls/use-query.ts';
import styles from '#ui/form/form.module.css';
import type { FormOfDecision } from './decision-calls.ts';

interface DecisionItemsProps {
  form: FormOfDecision;
  applicationNumber: string;
}

/** The parts to ask about; each brings its wording in the requester's language into the text. */
export function DecisionItems({ form: { fields }, applicationNumber }: DecisionItemsProps) {
  const { t } = useLingui();
  const { data: offered = [] } = useQuery('deskInformationItems', { applicationNumber });
  const { items, text } = fields.getValues();

  function toggle(code: string, wording: string, isChosen: boolean) {
    const others = items.filter((one) => one !== code);
    const paragraphs = text.split('\n\n').filter((one) => one && one !== wording);
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
