import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { User } from '#contract/user-info.ts';
import { OwnerAnswers, PurposeAnswers, VehicleAnswers } from '#ui/application/personal-answers.tsx';
import { TickField } from '#ui/form/tick-field.tsx';
import { NEW_APPLICATION } from '../addresses.ts';
import { type ApplyForm, applicationPreview } from './apply-values.ts';

function ChangeLink({ step, what }: { step: string; what: string }) {
  return (
    <Link to={`${NEW_APPLICATION}/${step}`}>
      <Trans>
        Change<span className="visually-hidden"> {what}</span>
      </Trans>
    </Link>
  );
}

/** Everything once more before it is sent. */
export default function CheckStep({
  form,
  vehicles,
}: {
  form: ApplyForm;
  vehicles: User['vehicles'];
}) {
  const { t } = useLingui();
  const values = form.fields.getValues();
  const preview = applicationPreview(values);
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
        form={preview}
        action={<ChangeLink step="about-you" what={t`owner information`} />}
      />
      <VehicleAnswers
        form={preview}
        files={files}
        vehicle={vehicles.find(({ vehicleId }) => vehicleId === values.vehicle.vehicleId)}
        action={<ChangeLink step="vehicle" what={t`vehicle information`} />}
      />
      <PurposeAnswers
        form={preview}
        files={files}
        action={<ChangeLink step="purpose" what={t`application information`} />}
      />
      <TickField
        form={form}
        name="userAgreementAccepted"
        label={t`I accept the user agreement: my statements are true, and I use the data only for the purpose I gave and not to develop a competing product.`}
      />
    </>
  );
}
