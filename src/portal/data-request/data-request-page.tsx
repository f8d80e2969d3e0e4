import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { dataRequestForm } from '#contract/data-request-form.ts';
import { customerLevels, dataTypes } from '#contract/data-types.ts';
import type { User } from '#contract/user-info.ts';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import {
  applicationAddress,
  checkedRequestAddress,
  JUST_SENT,
  sentAddress,
} from '#portal/addresses.ts';
import { AgreementTemplate, templateInput } from '#portal/agreement-template.tsx';
import { ApplicationStepPage, useApplication } from '#portal/applications/application-page.tsx';
import { type EndForm, useFormEntries } from '#portal/form-entries.ts';
import { CheckedAnswers, PartWithDefaults } from '#portal/form-parts.tsx';
import { requesterActions } from '#portal/requester-actions.ts';
import { CarSpan } from '#portal/vehicles/car-card.tsx';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { DescribedField } from '#ui/form/described-fields.tsx';
import { typedMinute } from '#ui/form/text-field.tsx';
import { calendarDay, formatNearDay } from '#ui/format/dates.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import styles from './data-request.module.css';
import {
  type DataRequestValues,
  dataRequestInput,
  emptyDataRequest,
  useCoverage,
} from './data-request-form.ts';
import { DataTypesField } from './data-types-field.tsx';
import { ExpectedPanel } from './expected-report.tsx';
import { startOf, TimeRange } from './time-range.tsx';

export default function DataRequestPage() {
  const { t, i18n } = useLingui();
  const { number = '', step } = useParams();
  const { data: user } = useQuery('currentUser', {});
  const { coverage, isFailed } = useCoverage(number, null);
  const { isOver, end } = useFormEntries(`data-request:${number}`);
  const { record, fallback } = useApplication(number);
  const isCheck = step === 'check';
  if (isOver) return <FullScreenLoader />;
  if (step && !isCheck) return <Navigate to={applicationAddress(number, 'data-request')} replace />;
  if (!user || !(coverage || isFailed)) return <FullScreenLoader />;
  if (!record) return fallback;
  const { vehicle, personal, answerDueAt } = record;
  const car = !personal?.onBehalfOf && vehicle?.name;
  const day =
    answerDueAt === null ? null : formatNearDay(calendarDay(new Date(answerDueAt)), i18n.locale);
  const question = {
    title: car ? t`Which data of your ${car}?` : t`Which data?`,
    crumb: t`Request data`,
    actions: day && <span className="tag" data-tone="yours">{t`Choose your data by ${day}`}</span>,
  };
  return (
    <ApplicationStepPage
      key={number}
      record={record}
      {...(isCheck ? { title: t`Check your answers` } : question)}
      isPossible={requesterActions(record).canRequestData}
      otherwise={<Trans>You cannot request data for this application now.</Trans>}
    >
      {(shown) => (
        <DataRequestQuestions record={shown} {...{ user, coverage, isCheck }} onEnd={end} />
      )}
    </ApplicationStepPage>
  );
}

interface DataRequestQuestionsProps {
  record: ApplicationRecord;
  user: User;
  coverage: CallData<'dataCoverage'> | undefined;
  isCheck: boolean;
  onEnd: EndForm;
}

/** Form and summary share their values, so that «Back» loses nothing. */
function DataRequestQuestions(props: DataRequestQuestionsProps) {
  const { record, user, coverage, isCheck, onEnd } = props;
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { number, revision, personal, files, vehicle } = record;
  const isForThirdParty = personal?.thirdParty !== undefined;
  const [proposed] = useState(
    (): DataRequestValues => ({
      ...emptyDataRequest,
      from: startOf('everything', coverage),
      to: typedMinute(Date.now()),
      dataTypes: [...dataTypes],
      masking: 'no',
      maskingLevel: customerLevels[0],
      contactEmail: user.email,
      reportLanguage: i18n.locale,
      // The agreement of the application applies unless another one is uploaded.
      agreement: files.filter(({ fileId }) => personal?.thirdParty?.agreement.includes(fileId)),
    }),
  );
  const form = useContractForm<DataRequestValues, typeof dataRequestForm>({
    schema: dataRequestForm,
    initialValues: proposed,
    toInput: dataRequestInput,
    words: dataRequestFields,
    alsoAsk: ({ agreement }) =>
      isForThirdParty && !agreement.length ? [{ field: 'agreement', problem: 'required' }] : [],
    draft: `${user.id}:data-request:${number}`,
    proposed: ['from', 'to'],
  });

  const send = () =>
    form.send(async (value) => {
      const sent = await call('personDataApplication', {
        applicationNumber: number,
        revision,
        form: value,
      });
      form.done();
      onEnd(sentAddress(number, sent.revision), JUST_SENT);
    });

  const questions = applicationAddress(number, 'data-request');
  const parts = [
    { part: 'time', first: 'from', title: t`Time range` },
    { part: 'dataTypes', first: 'dataTypes', title: t`Data types` },
    { part: 'delivery', first: 'masking', title: t`Delivery` },
    ...(isForThirdParty
      ? [{ part: 'agreement', first: 'agreement', title: t`Data Sharing Agreement` }]
      : []),
  ];
  // Prefilled values that the user kept are sent without the page “Check your answers”.
  const isSent =
    isCheck ||
    (!isForThirdParty && JSON.stringify(form.fields.getValues()) === JSON.stringify(proposed));
  const goOn = () => {
    if (form.check()) navigate(checkedRequestAddress(number));
  };
  const button = (
    <Button type="submit" loading={form.isSending}>
      {isSent ? t`Send the data request` : t`Continue`}
    </Button>
  );
  return (
    <CheckedForm form={form} pageOf={() => questions} onSubmit={isSent ? send : goOn}>
      <div className={styles.columns}>
        <div className="stack">
          {isCheck ? (
            <CheckedAnswers
              fields={dataRequestFields}
              form={dataRequestInput(form.fields.getValues())}
              files={form.fields.getValues().agreement}
              parts={parts.map(({ first, ...part }) => ({
                ...part,
                to: `${questions}#field-${first}`,
              }))}
            />
          ) : (
            <>
              {vehicle && <CarSpan vehicleId={vehicle.vehicleId} />}
              <TimeRange form={form} coverage={coverage} isOwnCar={!personal?.onBehalfOf} />
              <DataTypesField form={form} number={number} />
              <PartWithDefaults
                form={form}
                fields={dataRequestFields}
                part="delivery"
                label={t`Delivery`}
              />
              {personal?.thirdParty && (
                <>
                  {form.fields.getValues().agreement.length === 0 && (
                    <AgreementTemplate
                      typed={() => templateInput({ ...personal, vehicleId: vehicle?.vehicleId })}
                    />
                  )}
                  <DescribedField form={form} fields={dataRequestFields} name="agreement" />
                </>
              )}
            </>
          )}
          <p>
            <Link to={isCheck ? questions : applicationAddress(number)}>{t`Back`}</Link>
          </p>
        </div>
        <ExpectedPanel {...{ form, number, isForThirdParty, button }} />
      </div>
    </CheckedForm>
  );
}
