import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { TypeCoverage } from '#contract/data-coverage.ts';
import type { DataType } from '#contract/data-types.ts';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import { dataTypeDescriptions } from '#forms/data-types.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import styles from '#ui/form/form.module.css';
import { Awaited } from '#ui/frame/loading.tsx';
import type { DataRequestForm } from './data-request-values.ts';
import { TypeFigures } from './type-figures.tsx';
import { typedRange, useCoverage } from './use-coverage.ts';

interface DataTypesFieldProps {
  form: DataRequestForm;
  /** Number of the application whose vehicle's data are counted. */
  number: string;
}

/** The categories of data, each with what the vehicle has of it in the asked range. */
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

/** What a category is, and how much there is of it in the range, once there is one. */
function Amount({ category, coverage, isCounting }: CategoryProps & { isCounting: boolean }) {
  const { i18n } = useLingui();
  return (
    <>
      <span>{`${i18n._(dataTypeDescriptions[category.type])} `}</span>
      {category.personal && (
        <span>
          <Trans>personal data</Trans>{' '}
        </span>
      )}
      {coverage && <TypeFigures coverage={coverage} />}
      {isCounting && <Trans>Counting…</Trans>}
    </>
  );
}

/** The signals of a category by the names that reports use. */
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
                <span>, </span>
                <Plural value={valuesOf.get(name) ?? 0} one="# value" other="# values" />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
