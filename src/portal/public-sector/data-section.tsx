import { Trans, useLingui } from '@lingui/react/macro';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import styles from '#ui/form/form.module.css';
import { InstantField } from '#ui/form/instant-field.tsx';
import { TextAreaField } from '#ui/form/text-field.tsx';
import type { PublicContractForm } from './public-values.ts';

/** Which data, of which time, of which vehicles. */
export function DataSection({ form }: { form: PublicContractForm }) {
  const { t } = useLingui();
  const { data: categories = [] } = useAnswer('dataTypeOptions', {}, { keep: true });
  const { type, dataTypes } = form.fields.getValues();
  const isEmergency = type === 'publicEmergency';
  return (
    <section className={styles.section}>
      <h2>
        <Trans>The data</Trans>
      </h2>
      <TextAreaField
        form={form}
        name="dataRequest"
        label={t`Data request`}
        description={t`Which data are required, with the metadata needed to interpret them`}
      />
      <fieldset className={styles.fieldset}>
        <legend>
          <Trans>Time range</Trans>
        </legend>
        <div className={styles.row}>
          <InstantField form={form} name="from" label={t`Start time`} />
          <InstantField form={form} name="to" label={t`End time`} />
        </div>
      </fieldset>
      <ChoiceField
        form={form}
        name="dataTypes"
        label={t`Data types`}
        description={
          isEmergency
            ? undefined
            : t`Outside a public emergency you can request non-personal data only (Art. 15(1)(b)).`
        }
        several
        choices={categories.map((category) => ({
          value: category.type,
          label: category.label,
          description: category.personal ? t`personal data` : undefined,
          // What is ticked already can always be unticked.
          isDisabled: category.personal && !isEmergency && !dataTypes.includes(category.type),
        }))}
      />
      <TextAreaField
        form={form}
        name="scope"
        label={t`Scope of the data request`}
        description={t`Which vehicles, which region`}
      />
      <TextAreaField form={form} name="holderReason" label={t`Why this data holder`} />
    </section>
  );
}
