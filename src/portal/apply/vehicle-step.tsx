import { useLingui } from '@lingui/react/macro';
import type { User } from '#contract/user-info.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { UploadField } from '#ui/form/upload-field.tsx';
import type { ApplyForm } from './apply-values.ts';

/** Vehicle information: one of the account's vehicles, and the proof for it. */
export function VehicleStep({ form, vehicles }: { form: ApplyForm; vehicles: User['vehicles'] }) {
  const { t } = useLingui();
  return (
    <>
      <ChoiceField
        form={form}
        name="vehicle.vehicleId"
        label={t`Vehicle`}
        description={t`The vehicles linked to your account in the vehicle app`}
        choices={vehicles.map(({ vehicleId, name, vin }) => ({
          value: vehicleId,
          label: name,
          description: vin,
        }))}
      />
      <UploadField
        form={form}
        name="vehicle.proof"
        label={t`Vehicle proof, for example the registration certificate or the lease`}
        endpoint="personUploadCert"
        usage="vehicleProof"
      />
    </>
  );
}
