import { lazy, Suspense } from 'react';
import { personalFields } from '#applications/personal-fields.ts';
import { DescribedField, DescribedPart } from '#ui/form/described-fields.tsx';
import styles from '#ui/form/form.module.css';
import { templateInput } from '../template-input.ts';
import type { ApplyForm } from './apply-values.ts';

/** Few applications are for a third party: the others do without it. */
const AgreementTemplate = lazy(() =>
  import('../agreement-template.tsx').then((module) => ({ default: module.AgreementTemplate })),
);

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
        <div className={styles.indented}>
          <DescribedPart
            form={form}
            fields={personalFields}
            part="thirdParty"
            drawn={{
              'thirdParty.agreement': (
                <>
                  <Suspense>
                    <AgreementTemplate typed={() => typedFacts(form)} />
                  </Suspense>
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
