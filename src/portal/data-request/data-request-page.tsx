import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { dataRequestForm } from '#contract/data-request-form.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { currentUser } from '#contract/user-info.ts';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import {
  applicationAddress,
  checkedRequestAddress,
  JUST_SENT,
  sentAddress,
} from '#portal/addresses.ts';
import { AgreementTemplate, templateInput } from '#portal/agreement-template.tsx';
import { ApplicationStepPage } from '#portal/applications/application-page.tsx';
import { requesterActions } from '#portal/requester-actions.ts';
import { CarCard } from '#portal/vehicles/car-card.tsx';
import { call } from '#ui/calls/call.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import type { Elements } from '#ui/elements.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { FieldGroup } from '#ui/form/choice-field.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { DescribedField, DescribedPart } from '#ui/form/described-fields.tsx';
import { typedMinute } from '#ui/form/text-field.tsx';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import CheckAnswers from './check-answers.tsx';
import {
  type DataRequestForm,
  type DataRequestValues,
  dataRequestInput,
  emptyDataRequest,
  useCoverage,
} from './data-request-form.ts';
import { DataTypesField } from './data-types-field.tsx';

export default function DataRequestPage() {
  const { t } = useLingui();
  const { number = '', step } = useParams();
  const { data: user } = useQuery('currentUser', {});
  const isCheck = step === 'check';
  if (step && !isCheck) return <Navigate to={applicationAddress(number, 'data-request')} replace />;
  if (!user) return <FullScreenLoader />;
  return (
    <ApplicationStepPage
      title={isCheck ? t`Check your answers` : t`Request data`}
      isPossible={(record) => requesterActions(record).canRequestData}
      otherwise={<Trans>You cannot request data for this application now.</Trans>}
    >
      {(record) => <DataRequestQuestions record={record} user={user} isCheck={isCheck} />}
    </ApplicationStepPage>
  );
}

/** Fields on the form page. The user agreement is accepted on the summary page. */
const formFields = Object.keys(dataRequestFields).filter(
  (path) => path !== 'userAgreementAccepted',
);

interface DataRequestQuestionsProps {
  record: ApplicationRecord;
  user: DataOf<typeof currentUser>;
  isCheck: boolean;
}

/** Form and summary share their values, so that «Back» loses nothing. */
function DataRequestQuestions({ record, user, isCheck }: DataRequestQuestionsProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { number, revision, personal, files, vehicle } = record;
  const isForThirdParty = personal?.thirdParty !== undefined;
  const form = useContractForm<DataRequestValues, typeof dataRequestForm>({
    schema: dataRequestForm,
    initialValues: {
      ...emptyDataRequest,
      contactEmail: user.email,
      reportLanguage: i18n.locale,
      // The agreement of the application applies unless another one is uploaded.
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
    if (form.check(formFields)) navigate(checkedRequestAddress(number));
  };
  return (
    <CheckedForm
      form={form}
      pageOf={(field) => (formFields.includes(field) ? questions : undefined)}
      onSubmit={isCheck ? send : goOn}
    >
      {isCheck ? (
        <CheckAnswers form={form} number={number} isForThirdParty={isForThirdParty} />
      ) : (
        <>
          {vehicle && <CarCard vehicle={vehicle} />}
          <DescribedPart
            form={form}
            fields={dataRequestFields}
            part="time"
            frames={{
              time: (row: Elements) => (
                <FieldGroup
                  label={t`Time range`}
                  description={t`Enter times as shown on your device. The report gives all times in UTC.`}
                >
                  <RangePresets form={form} number={number} />
                  {row}
                </FieldGroup>
              ),
            }}
          />
          <DataTypesField form={form} number={number} />
          <DescribedPart form={form} fields={dataRequestFields} part="delivery" />
          {personal?.thirdParty && (
            <ThirdPartyAgreement form={form} personal={personal} vehicleId={vehicle?.vehicleId} />
          )}
        </>
      )}
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          {isCheck ? t`Send the data request` : t`Continue`}
        </Button>
        <Link to={isCheck ? questions : applicationAddress(number)}>{t`Back`}</Link>
      </div>
    </CheckedForm>
  );
}

interface ThirdPartyAgreementProps {
  form: DataRequestForm;
  personal: NonNullable<ApplicationRecord['personal']>;
  vehicleId: string | undefined;
}

function ThirdPartyAgreement(props: ThirdPartyAgreementProps) {
  const { form, personal, vehicleId } = props;
  return (
    <>
      {form.fields.getValues().agreement.length === 0 && (
        <AgreementTemplate typed={() => templateInput({ ...personal, vehicleId })} />
      )}
      <DescribedField form={form} fields={dataRequestFields} name="agreement" />
    </>
  );
}

const DAY = 24 * 60 * 60 * 1000;
const EVER = new Date(2000, 0, 1).getTime();

interface RangePresetsProps {
  form: DataRequestForm;
  number: string;
}

function RangePresets({ form, number }: RangePresetsProps) {
  const { t } = useLingui();
  const { coverage } = useCoverage(number, null);
  const linkedFrom = coverage?.entitled[0]?.from ?? 0;
  const first = coverage?.span?.first ?? null;
  const earliest = first ?? (linkedFrom || EVER);
  const presets = [
    { label: t`Last 30 days`, from: midnight(30) },
    { label: t`Last year`, from: midnight(365) },
    { label: t`Everything since I have had the car`, from: earliest },
  ];
  return (
    <>
      <div className="row above">
        {presets.map(({ label, from }) => (
          <Button
            key={label}
            size="sm"
            variant="default"
            onClick={() => {
              form.fields.setFieldValue('from', typedMinute(Math.max(from, linkedFrom)));
              form.fields.setFieldValue('to', typedMinute(Date.now()));
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className="soft">
        {t`You only receive data from the time when the car was linked to your account.`}
      </p>
    </>
  );
}

/**
 * Returns the start of the day `daysAgo` days ago in the reader's time zone, ms since the epoch.
 */
function midnight(daysAgo: number): number {
  return new Date(Date.now() - daysAgo * DAY).setHours(0, 0, 0, 0);
}
