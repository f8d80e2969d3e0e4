import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import styles from '#ui/form/form.module.css';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextAreaField, TextField } from '#ui/form/text-field.tsx';
import { UploadField } from '#ui/form/upload-field.tsx';
import { type ApplyForm, templateInput } from './apply-values.ts';

/** Few applications are for a third party: the others do without it. */
const AgreementTemplate = lazy(() =>
  import('../agreement-template.tsx').then((module) => ({ default: module.AgreementTemplate })),
);

/** Application information: what for, and who uses the data. */
export function PurposeStep({ form }: { form: ApplyForm }) {
  const { t } = useLingui();
  const { data } = useAnswer('options', {}, { keep: true });
  return (
    <>
      <SelectField
        form={form}
        name="purpose"
        label={t`Purpose of use`}
        options={data?.purposes ?? []}
      />
      <TextAreaField form={form} name="purposeDetails" label={t`Details of the purpose`} optional />
      <ChoiceField
        form={form}
        name="use"
        label={t`Who uses the data?`}
        choices={[
          { value: 'personal', label: t`I use them myself` },
          {
            value: 'thirdParty',
            label: t`A third party uses them`,
            description: t`You need a signed Data Sharing Agreement.`,
          },
        ]}
      />
      {form.fields.getValues().use === 'thirdParty' && (
        <div className={styles.indented}>
          <TextField form={form} name="thirdParty.name" label={t`Full name of the third party`} />
          <TextField
            form={form}
            name="thirdParty.location"
            label={t`Location of the third party`}
            description={t`Town and country`}
          />
          <UploadField
            form={form}
            name="thirdParty.materials"
            label={t`Third-party related materials`}
            optional
            endpoint="personUploadCert"
            usage="thirdPartyMaterial"
          />
          <Suspense>
            <AgreementTemplate typed={() => templateInput(form.fields.getValues())} />
          </Suspense>
          <UploadField
            form={form}
            name="thirdParty.agreement"
            label={t`Signed Data Sharing Agreement`}
            endpoint="personUploadCert"
            usage="agreement"
          />
        </div>
      )}
    </>
  );
}
