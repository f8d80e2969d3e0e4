import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { personalForm } from '#contract/personal-form.ts';
import type { OwnVehicles, User } from '#contract/user-info.ts';
import { personalFields } from '#forms/personal-fields.ts';
import { call } from '#ui/calls/call.ts';
import { randomId } from '#ui/calls/random-id.ts';
import { useContractForm } from '#ui/form/contract-form.ts';
import { Awaited } from '#ui/frame/loading.tsx';
import { Page } from '#ui/frame/page.tsx';
import { applicationAddress, MAIN_LIST, NEW_APPLICATION } from '../addresses.ts';
import { StepForm } from '../step-form.tsx';
import { type ApplyValues, applicationInput, askUse, emptyApplication } from './apply-values.ts';
import { PurposeStep } from './purpose-step.tsx';
import { UserStep } from './user-step.tsx';
import { VehicleStep } from './vehicle-step.tsx';

const CheckStep = lazy(() => import('./check-step.tsx'));

/** The steps in order: address, and the fields each asks for. */
const steps = [
  { name: 'about-you', parts: ['user'] },
  { name: 'vehicle', parts: ['vehicle'] },
  { name: 'purpose', parts: ['purpose', 'purposeDetails', 'use', 'thirdParty'] },
  { name: 'check', parts: undefined },
] as const;

/** Address of the step that asks for a field. */
function pageOf(field: string): string | undefined {
  const [part] = field.split('.');
  const step = steps.find(({ parts }) => parts?.some((one) => one === part));
  return step && `${NEW_APPLICATION}/${step.name}`;
}

/** The application form, one step at a time. */
export function ApplySteps({ user }: { user: User & { vehicles: OwnVehicles } }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { step } = useParams();
  const [submissionId] = useState(randomId);
  const form = useContractForm<ApplyValues, typeof personalForm>({
    schema: personalForm,
    initialValues: { ...emptyApplication, submissionId },
    toInput: applicationInput,
    words: personalFields,
    alsoAsk: askUse,
    draft: `${user.id}:application`,
  });

  const index = steps.findIndex(({ name }) => name === step);
  const here = steps[index];
  if (!here) return <Navigate to={`${NEW_APPLICATION}/${steps[0].name}`} replace />;
  const previous = steps[index - 1];
  const next = steps[index + 1];
  const titles = {
    'about-you': t`About you`,
    vehicle: t`Your vehicle`,
    purpose: t`Your application`,
    check: t`Check your answers`,
  };

  const send = () =>
    form.send(async (value) => {
      const sent = { submissionId: form.fields.getValues().submissionId, form: value };
      const { applicationNumber } = await call('personQualificationReview', sent);
      form.done();
      navigate(applicationAddress(applicationNumber, 'filed'), { replace: true });
    });

  function advance() {
    if (!next) send();
    else if (form.check(here?.parts)) navigate(`${NEW_APPLICATION}/${next.name}`);
  }

  const number = index + 1;
  return (
    <Page
      title={titles[here.name]}
      above={[{ to: MAIN_LIST, label: t`My applications` }]}
      lead={t`New application, step ${number} of ${steps.length}`}
    >
      <StepForm
        form={form}
        send={next ? undefined : t`Send the application`}
        pageOf={pageOf}
        back={previous ? `${NEW_APPLICATION}/${previous.name}` : MAIN_LIST}
        onSubmit={advance}
        onAbandon={() => {
          form.done();
          navigate(MAIN_LIST);
        }}
      >
        {here.name === 'about-you' && <UserStep form={form} />}
        {here.name === 'vehicle' && <VehicleStep form={form} vehicles={user.vehicles} />}
        {here.name === 'purpose' && <PurposeStep form={form} />}
        {here.name === 'check' && (
          <Suspense fallback={<Awaited />}>
            <CheckStep form={form} vehicles={user.vehicles} />
          </Suspense>
        )}
      </StepForm>
    </Page>
  );
}
