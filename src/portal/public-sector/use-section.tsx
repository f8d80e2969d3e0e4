import { Trans, useLingui } from '@lingui/react/macro';
import styles from '#ui/form/form.module.css';
import { TextAreaField } from '#ui/form/text-field.tsx';
import type { PublicContractForm } from './public-values.ts';

/** What the data are for, who gets them, how they are protected and when they go. */
export function UseSection({ form }: { form: PublicContractForm }) {
  const { t } = useLingui();
  return (
    <section className={styles.section}>
      <h2>
        <Trans>The use</Trans>
      </h2>
      <TextAreaField form={form} name="purpose" label={t`Data purpose`} />
      <TextAreaField form={form} name="useAndDuration" label={t`Intended use and duration`} />
      <TextAreaField
        form={form}
        name="onwardRecipients"
        label={t`Onward recipients`}
        description={t`Other bodies and third parties the data are expected to be shared with`}
        optional
      />
      <TextAreaField
        form={form}
        name="safeguards"
        label={t`Safeguards`}
        description={t`Technical and organisational measures for personal data and trade secrets`}
      />
      <TextAreaField form={form} name="erasure" label={t`Expected erasure`} />
    </section>
  );
}
