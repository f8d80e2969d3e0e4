import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { dataRequestFields } from '#applications/data-request-fields.ts';
import { userAgreement } from '#applications/user-agreement.ts';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { dataRequestForm } from '#contract/data-request-form.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { currentUser } from '#contract/user-info.ts';
import { call } from '#ui/calls/call.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { DescribedField, DescribedPart } from '#ui/form/described-fields.tsx';
import styles from '#ui/form/form.module.css';
import { TimeRange } from '#ui/form/time-range.tsx';
import { Awaited } from '#ui/frame/awaited.tsx';
import { applicationAddress, JUST_SENT, sentAddress } from '../addresses.ts';
import {
  type DataRequestValues,
  dataRequestInput,
  emptyDataRequest,
} from './data-request-values.ts';
import { RangePresets } from './range-presets.tsx';

/** Waits for the vehicle's data in any case: its script comes meanwhile. */
const DataTypesField = lazy(() =>
  import('./data-types-field.tsx').then((module) => ({ default: module.DataTypesField })),
);

/** Of third parties alone. */
const ThirdPartyAgreement = lazy(() => import('./third-party-agreement.tsx'));

interface DataRequestQuestionsProps {
  record: ApplicationRecord;
  user: DataOf<typeof currentUser>;
}

export function DataRequestQuestions({ record, user }: DataRequestQuestionsProps) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const { number, revision, personal, files, vehicle } = record;
  const isForThirdParty = personal?.thirdParty !== undefined;
  const agreement = userAgreement.dataRequest[isForThirdParty ? 'thirdParty' : 'personal'];
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

  return (
    <CheckedForm form={form} onSubmit={send}>
      <DescribedPart
        form={form}
        fields={dataRequestFields}
        part="time"
        frames={{
          time: (row) => (
            <TimeRange
              description={
                <Trans>
                  Enter times as shown on your device. The report gives all times in UTC.
                </Trans>
              }
            >
              <RangePresets form={form} />
              {row}
            </TimeRange>
          ),
        }}
      />
      <Suspense fallback={<Awaited />}>
        <DataTypesField form={form} vehicleId={vehicle?.vehicleId} />
      </Suspense>
      <DescribedPart form={form} fields={dataRequestFields} part="delivery" />
      {personal?.thirdParty && (
        <Suspense fallback={<Awaited />}>
          <ThirdPartyAgreement form={form} personal={personal} vehicleId={vehicle?.vehicleId} />
        </Suspense>
      )}
      <DescribedField
        form={form}
        fields={{ userAgreementAccepted: agreement }}
        name="userAgreementAccepted"
      />
      <div className={styles.actions}>
        <Button type="submit" loading={form.isSending}>
          <Trans>Send the data request</Trans>
        </Button>
        <Link to={applicationAddress(number)}>
          <Trans>Back</Trans>
        </Link>
      </div>
    </CheckedForm>
  );
}
