import { useLingui } from '@lingui/react';
import type { OwnVehicles } from '#contract/user-info.ts';
import { personalFields } from '#forms/personal-fields.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { DescribedPart } from '#ui/form/described-fields.tsx';
import { CarCard } from '../vehicles/car-card.tsx';
import type { ApplyForm } from './apply-values.ts';

/** Vehicle information: one of the account's vehicles, and the proof for it. */
export function VehicleStep({ form, vehicles }: { form: ApplyForm; vehicles: OwnVehicles }) {
  const { _ } = useLingui();
  const { label, description } = personalFields['vehicle.vehicleId'];
  const chosen = form.fields.getValues().vehicle.vehicleId;
  return (
    <DescribedPart
      form={form}
      fields={personalFields}
      part="vehicle"
      drawn={{
        'vehicle.vehicleId': (
          <ChoiceField
            form={form}
            name="vehicle.vehicleId"
            label={_(label)}
            description={_(description)}
            choices={vehicles.map(({ vehicleId, name, vin }) => ({
              value: vehicleId,
              label: name,
              description: vin,
              more: vehicleId === chosen && <CarCard vehicle={{ vehicleId, name, vin }} />,
            }))}
          />
        ),
      }}
    />
  );
}
