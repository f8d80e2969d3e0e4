import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom';
import { v4 as uuid } from 'uuid';
import { personalForm } from '#contract/personal-form.ts';
import type { OwnVehicles, User } from '#contract/user-info.ts';
import { personalFields } from '#forms/personal-fields.ts';
import {
  applicationAddress,
  applyAddress,
  applySteps,
  MAIN_LIST,
  PUBLIC_FORM,
} from '#portal/addresses.ts';
import { type EndForm, useFormEntries } from '#portal/form-entries.ts';
import { StepForm, useEarlierForm } from '#portal/step-form.tsx';
import { call } from '#ui/calls/call.ts';
import { useContractForm } from '#ui/form/contract-form.ts';
import { installation } from '#ui/frame/installation.tsx';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import { askedSteps, representedUser } from './asked-steps.ts';
import {
  type ApplyValues,
  applicationInput,
  CheckStep,
  emptyApplicationOf,
  PurposeStep,
  problemsOnPage,
  UserStep,
  VehicleStep,
} from './steps.tsx';

export default function ApplyPage() {
  const { t } = useLingui();
  const { data: user, fallback, reload } = usePageQuery('currentUser', {});
  const { isOver, end } = useFormEntries('application');
  if (isOver) return <FullScreenLoader />;
  if (!user) return fallback;
  const { vehicles } = user;
  const { contactMailbox, holder } = installation();
  if (vehicles?.length) return <ApplySteps user={{ ...user, vehicles }} onEnd={end} />;
  return (
    <Page title={t`New application`} above={[{ to: MAIN_LIST, label: t`My applications` }]}>
      {vehicles === null && (
        <Notice kind="error" title={t`Your vehicles cannot be shown at the moment`}>
          <p>{t`The data holder’s vehicle system does not answer at the moment.`}</p>
          <Button onClick={reload}>{t`Try again`}</Button>
        </Notice>
      )}
      {vehicles && (
        <div className="stack">
          <Notice
            kind="info"
            title={t`No vehicles under the account are eligible, data access temporarily unsupported`}
          >
            <p>
              {t`Please first complete registration and linking of your vehicle in the vehicle app, with the e-mail address you use here. Then come back and begin again.`}
            </p>
          </Notice>
          <Notice kind="info" title={t`Do you act for the user of a vehicle, as a third party?`}>
            <p>
              <Trans>
                Ask the user to consent in writing. Send the consent to{' '}
                <a href={`mailto:${contactMailbox}`}>{contactMailbox}</a>, with the vehicle
                identification number, the user’s e-mail address and the one you use here. {holder}{' '}
                then links the vehicle to your account.
              </Trans>
            </p>
          </Notice>
          <Notice kind="info" title={t`Do you apply for a public sector body?`}>
            <p>
              <Trans>
                You do not need a vehicle. File a{' '}
                <Link to={PUBLIC_FORM}>request of a public sector body</Link>.
              </Trans>
            </p>
          </Notice>
        </div>
      )}
    </Page>
  );
}

const parts = {
  vehicle: ['vehicle'],
  'about-you': ['user'],
  purpose: ['purpose', 'purposeDetails', 'use', 'thirdParty'],
  check: undefined,
};
const allSteps = applySteps.map((name) => ({
  name,
  parts: parts[name],
  address: applyAddress(name),
}));

function ApplySteps({ user, onEnd }: { user: User & { vehicles: OwnVehicles }; onEnd: EndForm }) {
  const { t } = useLingui();
  const { step } = useParams();
  const [search] = useSearchParams();
  const [initialValues] = useState(() => ({
    ...emptyApplicationOf(user, search.get('vehicle')),
    submissionId: uuid(),
  }));
  const form = useContractForm<ApplyValues, typeof personalForm>({
    schema: personalForm,
    initialValues,
    toInput: (values) => applicationInput(values, user.vehicles),
    words: personalFields,
    alsoAsk: (values) => problemsOnPage(values, user.vehicles),
    draft: `${user.id}:application`,
  });

  const earlier = useEarlierForm('personal')?.user;
  const asked = askedSteps(form.fields.getValues(), user.vehicles, step);
  const steps = allSteps.filter(({ name }) => asked.includes(name));
  const index = steps.findIndex(({ name }) => name === step);
  const here = steps[index];
  if (!here) return <Navigate to={applyAddress('vehicle')} replace />;
  const { vehicleId } = form.fields.getValues().vehicle;
  const represented = representedUser(user.vehicles, vehicleId);
  const titles = {
    vehicle: represented === null ? t`Your vehicle` : t`Vehicle`,
    'about-you': represented === null ? t`About you` : t`About the user`,
    purpose: t`Your application`,
    check: t`Check your answers`,
  };

  const send = () =>
    form.send(async (value) => {
      const sent = { submissionId: form.fields.getValues().submissionId, form: value };
      const { applicationNumber } = await call('personQualificationReview', sent);
      form.done();
      onEnd(applicationAddress(applicationNumber, 'filed'));
    });

  const number = index + 1;
  return (
    <Page
      title={titles[here.name]}
      above={[{ to: MAIN_LIST, label: t`My applications` }]}
      lead={t`New application, step ${number} of ${steps.length}`}
    >
      <StepForm
        form={form}
        steps={steps}
        here={here}
        sendLabel={t`Send the application`}
        onSend={send}
        onEnd={onEnd}
      >
        {here.name === 'vehicle' && <VehicleStep form={form} vehicles={user.vehicles} />}
        {here.name === 'about-you' && (
          <UserStep form={form} isOwn={represented === null} earlier={earlier} />
        )}
        {here.name === 'purpose' && <PurposeStep form={form} vehicles={user.vehicles} />}
        {here.name === 'check' && <CheckStep form={form} vehicles={user.vehicles} />}
      </StepForm>
    </Page>
  );
}
