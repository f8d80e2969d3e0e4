import { Trans, useLingui } from '@lingui/react/macro';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import styles from '#ui/form/form.module.css';
import { TextAreaField, TextField } from '#ui/form/text-field.tsx';
import type { PublicContractForm } from './public-values.ts';

/** Who asks, and on which ground. */
export function BodySection({ form }: { form: PublicContractForm }) {
  const { t } = useLingui();
  const { data: types = [] } = useAnswer('publicApplyType', {}, { keep: true });
  return (
    <section className={styles.section}>
      <h2>
        <Trans>The public sector body</Trans>
      </h2>
      <TextField
        form={form}
        name="departmentName"
        label={t`Department name`}
        autoComplete="organization"
      />
      <TextField form={form} name="telephone" type="tel" label={t`Telephone`} autoComplete="tel" />
      <TextField
        form={form}
        name="contactEmail"
        type="email"
        label={t`Contact e-mail`}
        autoComplete="email"
      />
      <ChoiceField
        form={form}
        name="type"
        label={t`Type`}
        choices={types.map(({ code, label }) => ({ value: code, label }))}
      />
      <TextAreaField
        form={form}
        name="legalProvision"
        label={t`Legal provision`}
        description={t`The provision that explicitly assigns the task (Art. 17(1)(h))`}
      />
      <TextAreaField
        form={form}
        name="exceptionalNeed"
        label={t`Exceptional need`}
        description={t`How the conditions of Art. 15 are met`}
      />
    </section>
  );
}
