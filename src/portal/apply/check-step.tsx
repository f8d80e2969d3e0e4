import { Trans, useLingui } from '@lingui/react/macro';
import type { PersonalForm } from '#contract/personal-form.ts';
import type { OwnVehicles } from '#contract/user-info.ts';
import { userAgreement } from '#forms/user-agreement.ts';
import { OwnerAnswers, PurposeAnswers, VehicleAnswers } from '#ui/application/personal-answers.tsx';
import { DescribedField } from '#ui/form/described-fields.tsx';
import { NEW_APPLICATION } from '../addresses.ts';
import { ChangeLink } from '../change-link.tsx';
import { type ApplyForm, applicationInput } from './apply-values.ts';

/** Everything once more before it is sent. */
export default function CheckStep({ form, vehicles }: { form: ApplyForm; vehicles: OwnVehicles }) {
  const { t } = useLingui();
  const values = form.fields.getValues();
  // Parts of it may be missing still.
  const preview = applicationInput(values) as PersonalForm;
  const agreement = userAgreement.filing[values.use === 'thirdParty' ? 'thirdParty' : 'personal'];
  const files = [
    ...values.vehicle.proof,
    ...values.thirdParty.materials,
    ...values.thirdParty.agreement,
  ];
  return (
    <>
      <h2 className="visually-hidden">
        <Trans>Your answers</Trans>
      </h2>
      <OwnerAnswers
        title={<Trans>Owner information</Trans>}
        form={preview}
        action={<ChangeLink to={`${NEW_APPLICATION}/about-you`} what={t`owner information`} />}
      />
      <VehicleAnswers
        title={<Trans>Vehicle information</Trans>}
        form={preview}
        files={files}
        vehicle={vehicles.find(({ vehicleId }) => vehicleId === values.vehicle.vehicleId)}
        action={<ChangeLink to={`${NEW_APPLICATION}/vehicle`} what={t`vehicle information`} />}
      />
      <PurposeAnswers
        form={preview}
        files={files}
        action={<ChangeLink to={`${NEW_APPLICATION}/purpose`} what={t`application information`} />}
      />
      <DescribedField
        form={form}
        fields={{ userAgreementAccepted: agreement }}
        name="userAgreementAccepted"
      />
    </>
  );
}
