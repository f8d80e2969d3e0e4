import { personalFields } from '#forms/personal-fields.ts';
import { DescribedField, DescribedPart } from '#ui/form/described-fields.tsx';
import styles from '#ui/form/form.module.css';
import { templateInput } from '../template-input.ts';
import { TemplateWhenNeeded } from '../template-when-needed.tsx';
import type { ApplyForm } from './apply-values.ts';

function typedFacts(form: ApplyForm) {
  const { vehicle, ...facts } = form.fields.getValues();
  return templateInput({ ...facts, vehicleId: vehicle.vehicleId });
}

/** Application information: what for, and who uses the data. */
export function PurposeStep({ form }: { form: ApplyForm }) {
  return (
    <>
      <DescribedPart form={form} fields={personalFields} part="purpose" />
      {form.fields.getValues().use === 'thirdParty' && (
        <div className={`stack ${styles.indented}`}>
          <DescribedPart
            form={form}
            fields={personalFields}
            part="thirdParty"
            drawn={{
              'thirdParty.agreement': (
                <>
                  <TemplateWhenNeeded typed={() => typedFacts(form)} />
                  <DescribedField form={form} fields={personalFields} name="thirdParty.agreement" />
                </>
              ),
            }}
          />
        </div>
      )}
    </>
  );
}
