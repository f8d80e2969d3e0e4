import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import { applicationAddress } from '#portal/addresses.ts';
import { ChangeLink } from '#portal/applications/application-page.tsx';
import { Summary } from '#ui/application/summary.tsx';
import { SummaryList } from '#ui/application/summary-list.tsx';
import { formatSize } from '#ui/format/numbers.ts';
import { Awaited } from '#ui/frame/loading.tsx';
import {
  type DataRequestForm,
  type DataRequestValues,
  dataRequestInput,
  typedRange,
  useCoverage,
} from './data-request-form.ts';
import { expectedReport } from './expected-report.tsx';

interface CheckAnswersProps {
  form: DataRequestForm;
  number: string;
  isForThirdParty: boolean;
}

export default function CheckAnswers({ form, number, isForThirdParty }: CheckAnswersProps) {
  const { t } = useLingui();
  const values = form.fields.getValues();
  const input = dataRequestInput(values);
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
      <h2 className="visually-hidden">{t`Your answers`}</h2>
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
    </>
  );
}

interface ExpectedReportProps {
  values: DataRequestValues;
  number: string;
}

function ExpectedReport({ values, number }: ExpectedReportProps) {
  const { t, i18n } = useLingui();
  const { coverage, isFailed } = useCoverage(number, typedRange(values));
  if (isFailed) return <p>{t`How much data there are is not known at the moment.`}</p>;
  if (!coverage) return <Awaited />;
  if (!coverage.types) return null;
  const { rows, bytes, bound, without } = expectedReport(values, coverage.types);
  const size = formatSize(bytes, i18n.locale);
  const sizeText = values.masking === 'yes' ? t`At most about ${size}` : t`About ${size}`;
  const rowTexts = {
    exact: <Plural value={rows} one="# row" other="# rows" />,
    least: <Plural value={rows} one="At least # row" other="At least # rows" />,
    most: <Plural value={rows} one="At most # row" other="At most # rows" />,
    about: <Plural value={rows} one="About # row" other="About # rows" />,
  };
  return (
    <SummaryList
      title={<Trans>What you can expect</Trans>}
      rows={[
        {
          label: t`Rows`,
          value: rowTexts[bound],
        },
        { label: t`Size of the file`, value: rows > 0 ? sizeText : null, isOptional: true },
        {
          label: t`Types without data`,
          value:
            without > 0 ? (
              <Plural
                value={without}
                one="# of your data types has no data in this range"
                other="# of your data types have no data in this range"
              />
            ) : null,
          isOptional: true,
        },
      ]}
    />
  );
}
