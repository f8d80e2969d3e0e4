import type { ApplicationRecord } from '#contract/application-record.ts';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import type { FieldForm } from '#ui/form/contract-form.ts';
import { DescribedField } from '#ui/form/described-fields.tsx';
import { templateInput } from '../template-input.ts';
import { TemplateWhenNeeded } from '../template-when-needed.tsx';

interface ThirdPartyAgreementProps {
  form: FieldForm;
  personal: NonNullable<ApplicationRecord['personal']>;
  vehicleId: string | undefined;
}

/** The agreement that a third party’s data request needs, with its model. */
export default function ThirdPartyAgreement(props: ThirdPartyAgreementProps) {
  const { form, personal, vehicleId } = props;
  return (
    <>
      <TemplateWhenNeeded typed={() => templateInput({ ...personal, vehicleId })} />
      <DescribedField form={form} fields={dataRequestFields} name="agreement" />
    </>
  );
}
