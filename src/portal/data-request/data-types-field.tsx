import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { TypeCoverage } from '#contract/data-coverage.ts';
import type { DataType } from '#contract/data-types.ts';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import { dataTypeDescriptions } from '#forms/data-types.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import styles from '#ui/form/form.module.css';
import { formatDate } from '#ui/format/dates.ts';
import { formatDays, formatSize } from '#ui/format/numbers.ts';
import { Awaited } from '#ui/frame/loading.tsx';
import { Comma } from '#ui/language/translated-text.tsx';
import { type DataRequestForm, typedRange, useCoverage } from './data-request-form.ts';

interface DataTypesFieldProps {
  form: DataRequestForm;
  /** Number of the application whose vehicle's data are counted. */
  number: string;
}

export function DataTypesField({ form, number }: DataTypesFieldProps) {
  const { t, i18n } = useLingui();
  const range = typedRange(form.fields.getValues());
  const { coverage, isFailed: isUncounted } = useCoverage(number, range);
  const { data: categories, isFailed } = useQuery('dataTypeOptions', {}, { cache: true });
  if (!categories && !isFailed) return <Awaited />;
  const coverageOf = (type: DataType) => coverage?.types?.find((one) => one.type === type);
  return (
    <ChoiceField
      form={form}
      name="dataTypes"
      label={i18n._(dataRequestFields.dataTypes.label)}
      description={
        !range
          ? t`Enter the time range to see what the vehicle has`
          : isUncounted
            ? t`How much data there are is not known at the moment.`
            : t`Next to each type: how much data the vehicle recorded in your time range`
      }
      several
      choices={(categories ?? []).map((category) => ({
        value: category.type,
        label: category.label,
        description: (
          <Amount
            category={category}
            coverage={coverageOf(category.type)}
            isCounting={range !== null && !coverage?.types && !isUncounted}
          />
        ),
        more: <Signals category={category} coverage={coverageOf(category.type)} />,
      }))}
    />
  );
}

interface CategoryProps {
  category: CallData<'dataTypeOptions'>[number];
  coverage: TypeCoverage | undefined;
}

function Amount({ category, coverage, isCounting }: CategoryProps & { isCounting: boolean }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <span>{`${i18n._(dataTypeDescriptions[category.type])} `}</span>
      {category.personal && (
        <>
          <span className="tag">{t`personal data`}</span>
          <span> </span>
        </>
      )}
      {coverage && <TypeFigures coverage={coverage} />}
      {isCounting && <Trans>Counting…</Trans>}
    </>
  );
}

function Signals({ category: { signals, label }, coverage }: CategoryProps) {
  const valuesOf = new Map(coverage?.signals.map(({ name, values }) => [name, values]));
  return (
    <details className={styles.details}>
      <summary>
        <Plural value={signals.length} one="# signal" other="# signals" />
        <span className="visually-hidden">{`: ${label}`}</span>
      </summary>
      <ul>
        {signals.map(({ name, unit }) => (
          <li key={name}>
            <code>{name}</code> <span>{unit}</span>
            {valuesOf.has(name) && (
              <>
                <Comma />
                <Plural value={valuesOf.get(name) ?? 0} one="# value" other="# values" />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function TypeFigures({ coverage }: { coverage: TypeCoverage }) {
  const { t, i18n } = useLingui();
  const { rows, leastRows, bytes } = coverage;
  if (leastRows === 0)
    return (
      <span className={styles.figures}>
        <b>{t`No data in this range`}</b>
      </span>
    );
  const size = formatSize(bytes, i18n.locale);
  return (
    <span className={styles.figures}>
      <b>
        {rows === null ? (
          <Plural value={leastRows} one="At least # row" other="At least # rows" />
        ) : (
          <Plural value={rows} one="# row" other="# rows" />
        )}
      </b>
      <span>{t`about ${size}`}</span>
      <Span coverage={coverage} />
      <Gaps coverage={coverage} />
    </span>
  );
}

function Span({ coverage: { rows, first, last } }: { coverage: TypeCoverage }) {
  const { t, i18n } = useLingui();
  if (first !== null && last !== null) {
    const begin = formatDate(first, i18n.locale);
    const end = formatDate(last, i18n.locale);
    return (
      <span>
        {begin === end ? (
          begin
        ) : (
          <Trans>
            {begin} to {end}
          </Trans>
        )}
      </span>
    );
  }
  return (
    <span>{rows === null ? t`from when to when is not known` : t`does not change with time`}</span>
  );
}

function Gaps({ coverage: { first, rows, gaps } }: { coverage: TypeCoverage }) {
  const { t, i18n } = useLingui();
  if (gaps === null) return <span>{t`gaps are not known`}</span>;
  if (first === null && rows !== null) return null;
  if (gaps.count === 0) return <span>{t`no gaps`}</span>;
  const beyond = formatDays(gaps.beyond, i18n.locale);
  const longest = formatDays(gaps.longest, i18n.locale);
  return (
    <span>
      <Plural
        value={gaps.count}
        one={`# gap of more than ${beyond} (${longest})`}
        other={`# gaps of more than ${beyond} (the longest: ${longest})`}
      />
    </span>
  );
}
