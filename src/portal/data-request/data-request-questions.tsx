import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { dataRequestForm } from '#contract/data-request-form.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { currentUser } from '#contract/user-info.ts';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import { call } from '#ui/calls/call.ts';
import type { Elements } from '#ui/elements.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { DescribedPart } from '#ui/form/described-fields.tsx';
import { TimeRange } from '#ui/form/time-range.tsx';
import { Awaited } from '#ui/frame/loading.tsx';
import { applicationAddress, checkedRequestAddress, JUST_SENT, sentAddress } from '../addresses.ts';
import { CarCard } from '../vehicles/car-card.tsx';
import {
  type DataRequestValues,
  dataRequestInput,
  emptyDataRequest,
} from './data-request-values.ts';

/** Waits for the vehicle's data in any case: its script comes meanwhile. */
const DataTypesField = lazy(() =>
  import('./data-types-field.tsx').then((module) => ({ default: module.DataTypesField })),
);

/** Wait for the time of the link in any case. */
const RangePresets = lazy(() => import('./range-presets.tsx'));

/** Comes last. */
const CheckAnswers = lazy(() => import('./check-answers.tsx'));

/** Of third parties alone. */
const ThirdPartyAgreement = lazy(() => import('./third-party-agreement.tsx'));

/** Asked for before the check; there the agreement is accepted. */
const asked = Object.keys(dataRequestFields).filter((path) => path !== 'userAgreementAccepted');

interface DataRequestQuestionsProps {
  record: ApplicationRecord;
  user: DataOf<typeof currentUser>;
  /** All answers are shown once more, to be sent. */
  isCheck: boolean;
}

/** The questions of a data request, and then its check: one form, so that the way back loses nothing. */
export default function DataRequestQuestions({ record, user, isCheck }: DataRequestQuestionsProps) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const { number, revision, personal, files, vehicle } = record;
  const isForThirdParty = personal?.thirdParty !== undefined;
  const form = useContractForm<DataRequestValues, typeof dataRequestForm>({
    schema: dataRequestForm,
    initialValues: {
      ...emptyDataRequest,
      contactEmail: user.email,
      reportLanguage: i18n.locale,
      // The agreement of the application holds on, unless another is uploaded.
      agreement: files.filter(({ fileId }) => personal?.thirdParty?.agreement.includes(fileId)),
    },
    toInput: dataRequestInput,
    words: dataRequestFields,
    alsoAsk: ({ agreement }) =>
      isForThirdParty && !agreement.length ? [{ field: 'agreement', problem: 'required' }] : [],
    draft: `${user.id}:data-request:${number}`,
  });

  const send = () =>
    form.send(async (value) => {
      const sent = await call('personDataApplication', {
        applicationNumber: number,
        revision,
        form: value,
      });
      form.done();
      navigate(sentAddress(number, sent.revision), { replace: true, state: JUST_SENT });
    });

  const questions = applicationAddress(number, 'data-request');
  const goOn = () => {
    if (form.check(asked)) navigate(checkedRequestAddress(number));
  };
  return (
    <CheckedForm
      form={form}
      pageOf={(field) => (asked.includes(field) ? questions : undefined)}
      onSubmit={isCheck ? send : goOn}
    >
      {isCheck ? (
        <Suspense fallback={<Awaited />}>
          <CheckAnswers form={form} number={number} isForThirdParty={isForThirdParty} />
        </Suspense>
      ) : (
        <>
          {vehicle && <CarCard vehicle={vehicle} />}
          <DescribedPart
            form={form}
            fields={dataRequestFields}
            part="time"
            frames={{
              time: (row: Elements) => (
                <TimeRange
                  description={
                    <Trans>
                      Enter times as shown on your device. The report gives all times in UTC.
                    </Trans>
                  }
                >
                  <Suspense fallback={<Awaited />}>
                    <RangePresets form={form} number={number} />
                  </Suspense>
                  {row}
                </TimeRange>
              ),
            }}
          />
          <Suspense fallback={<Awaited />}>
            <DataTypesField form={form} number={number} />
          </Suspense>
          <DescribedPart form={form} fields={dataRequestFields} part="delivery" />
          {personal?.thirdParty && (
            <Suspense fallback={<Awaited />}>
              <ThirdPartyAgreement form={form} personal={personal} vehicleId={vehicle?.vehicleId} />
            </Suspense>
          )}
        </>
      )}
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          {isCheck ? <Trans>Send the data request</Trans> : <Trans>Continue</Trans>}
        </Button>
        <Link to={isCheck ? questions : applicationAddress(number)}>
          <Trans>Back</Trans>
        </Link>
      </div>
    </CheckedForm>
  );
}
