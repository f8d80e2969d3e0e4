import { Trans, useLingui } from '@lingui/react/macro';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import { userAgreement } from '#forms/user-agreement.ts';
import { Summary } from '#ui/application/summary.tsx';
import { DescribedField } from '#ui/form/described-fields.tsx';
import { applicationAddress } from '../addresses.ts';
import { ChangeLink } from '../change-link.tsx';
import { type DataRequestForm, dataRequestInput } from './data-request-values.ts';
import { ExpectedReport } from './expected-report.tsx';

interface CheckAnswersProps {
  form: DataRequestForm;
  /** Application number. */
  number: string;
  isForThirdParty: boolean;
}

/** Every answer of a data request once more, with the way back to it, and what is to be expected. */
export default function CheckAnswers({ form, number, isForThirdParty }: CheckAnswersProps) {
  const { t } = useLingui();
  const values = form.fields.getValues();
  const input = dataRequestInput(values);
  const agreement = userAgreement.dataRequest[isForThirdParty ? 'thirdParty' : 'personal'];
  const parts = [
    { part: 'time', field: 'from', title: t`Time range` },
    { part: 'dataTypes', field: 'dataTypes', title: t`Data types` },
    { part: 'delivery', field: 'masking', title: t`Delivery` },
    ...(isForThirdParty
      ? [{ part: 'agreement', field: 'agreement', title: t`Data Sharing Agreement` }]
      : []),
  ];
  return (
    <>
      <h2 className="visually-hidden">
        <Trans>Your answers</Trans>
      </h2>
      {parts.map(({ part, field, title }) => (
        <Summary
          key={part}
          title={title}
          fields={dataRequestFields}
          parts={[part]}
          form={input}
          files={values.agreement}
          action={
            <ChangeLink
              to={`${applicationAddress(number, 'data-request')}#field-${field}`}
              what={title}
            />
          }
        />
      ))}
      <ExpectedReport values={values} number={number} />
      <DescribedField
        form={form}
        fields={{ userAgreementAccepted: agreement }}
        name="userAgreementAccepted"
      />
    </>
  );
}
