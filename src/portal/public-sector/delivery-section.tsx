import { Trans, useLingui } from '@lingui/react/macro';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { DateField } from '#ui/form/date-field.tsx';
import styles from '#ui/form/form.module.css';
import { SelectField } from '#ui/form/select-field.tsx';
import { UploadField } from '#ui/form/upload-field.tsx';
import type { PublicContractForm } from './public-values.ts';

/** By when and how the data are to come, and what proves the request. */
export function DeliverySection({ form }: { form: PublicContractForm }) {
  const { t } = useLingui();
  const { data } = useAnswer('options', {}, { keep: true });
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Delivery</Trans>
      </h2>
      <DateField
        form={form}
        name="deadline"
        label={t`Needed by`}
        description={t`For example 1 2 2027`}
      />
      <SelectField
        form={form}
        name="receptionMethod"
        label={t`Preferred reception method`}
        options={data?.receptionMethods ?? []}
      />
      <SelectField
        form={form}
        name="reportLanguage"
        label={t`Report language`}
        options={data?.reportLanguages ?? []}
      />
      <UploadField
        form={form}
        name="materials"
        label={t`Related materials, for example the signed request`}
        endpoint="publicUploadCert"
        usage="publicMaterial"
      />
    </section>
  );
}
