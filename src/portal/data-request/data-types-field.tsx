import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import type { TypeCoverage } from '#contract/data-coverage.ts';
import { type DataType, dataTypes } from '#contract/data-types.ts';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import { dataTypeDescriptions } from '#forms/data-types.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { FieldGroup } from '#ui/form/choice-field.tsx';
import { fieldId } from '#ui/form/contract-form.ts';
import formStyles from '#ui/form/form.module.css';
import { formatDate } from '#ui/format/dates.ts';
import { formatDays, formatSize } from '#ui/format/numbers.ts';
import { Awaited } from '#ui/frame/loading.tsx';
import { Comma } from '#ui/language/translated-text.tsx';
import styles from './data-request.module.css';
import { type DataRequestForm, typedRange, useCoverage } from './data-request-form.ts';
import { DataStrip, type Range, StripAxis } from './data-strip.tsx';

export function DataTypesField({ form, number }: { form: DataRequestForm; number: string }) {
  const { t, i18n } = useLingui();
  const values = form.fields.getValues();
  const isChosen = (type: DataType) => values.dataTypes.includes(type);
  const typed = typedRange(values);
  const range = typed && { from: Date.parse(typed.from), to: Date.parse(typed.to) };
  const { coverage, isFailed: isUncounted } = useCoverage(number, typed);
  const { axis, periodsOf } = useAxis(number);
  const { data: categories, isFailed } = useQuery('dataTypeOptions', {}, { cache: true });
  if (!categories && !isFailed) return <Awaited />;
  return (
    <FieldGroup
      label={i18n._(dataRequestFields.dataTypes.label)}
      error={form.errorOf('dataTypes')}
      description={
        !range
          ? t`Enter the time range to see what the vehicle has`
          : isUncounted
            ? t`How much data there are is not known at the moment.`
            : t`Next to each type: how much data the vehicle recorded in your time range`
      }
    >
      {axis && <StripAxis axis={axis} />}
      <ul className={`plain ${styles.types}`}>
        {(categories ?? []).map((category, index) => {
          const { type, label, personal } = category;
          const covered = coverage?.types?.find((each) => each.type === type);
          const periods = periodsOf(type);
          return (
            <li key={type}>
              <div>
                <Checkbox
                  name="dataTypes"
                  id={index ? `${fieldId('dataTypes')}-${type}` : fieldId('dataTypes')}
                  label={label}
                  description={i18n._(dataTypeDescriptions[type])}
                  checked={isChosen(type)}
                  onChange={() =>
                    form.fields.setFieldValue(
                      'dataTypes',
                      dataTypes.filter((each) => isChosen(each) !== (each === type)),
                    )
                  }
                />
                <div className={styles.more}>
                  {personal && <span className="tag">{t`personal data`}</span>}
                  <Signals category={category} coverage={covered} />
                </div>
              </div>
              {axis && periods && (
                <DataStrip axis={axis} range={range} periods={periods} isChosen={isChosen(type)} />
              )}
              <div className={formStyles.figures}>
                {covered && <TypeFigures coverage={covered} isDrawn={Boolean(axis && periods)} />}
                {range !== null && !coverage?.types && !isUncounted && <Trans>Counting…</Trans>}
              </div>
            </li>
          );
        })}
      </ul>
      {axis && (
        <ul className={`row plain small ${styles.key}`} aria-hidden="true">
          <li className={styles.keyRequested}>{t`you get`}</li>
          <li className={styles.keyExists}>{t`exists, not requested`}</li>
          <li>{t`nothing received`}</li>
          <li className={styles.keyRange}>{t`your time range`}</li>
        </ul>
      )}
    </FieldGroup>
  );
}

export function useAxis(number: string, range?: Range) {
  const { first, last } = useCoverage(number, null).coverage?.span ?? {};
  const data = first && last && last > first ? { from: first, to: last + 1 } : null;
  const dataRange = data && {
    from: new Date(data.from).toISOString(),
    to: new Date(data.to).toISOString(),
  };
  const axis: Range | null = data && {
    from: Math.min(data.from, range?.from ?? data.from),
    to: Math.max(data.to, range?.to ?? data.to),
  };
  const { coverage } = useCoverage(number, dataRange);
  const isDrawn = coverage?.types?.some(({ periods }) => periods?.length);
  const periodsOf = (type: string) => {
    const covered = isDrawn && coverage?.types?.find((each) => each.type === type);
    if (!covered || !axis) return null;
    const isConstant = covered.first === null && Number(covered.rows) > 0;
    return isConstant ? [{ first: axis.from, last: axis.to }] : covered.periods;
  };
  return { axis: isDrawn ? axis : null, periodsOf };
}

interface CategoryProps {
  category: CallData<'dataTypeOptions'>[number];
  coverage: TypeCoverage | undefined;
}
function Signals({ category: { signals, label }, coverage }: CategoryProps) {
  const valuesOf = new Map(coverage?.signals.map(({ name, values }) => [name, values]));
  return (
    <details className={formStyles.details}>
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

export function TypeFigures({ coverage, isDrawn }: { coverage: TypeCoverage; isDrawn: boolean }) {
  const { t, i18n } = useLingui();
  const { rows, leastRows, bytes, first, gaps } = coverage;
  if (leastRows === 0)
    return (
      <span className={formStyles.figures}>
        <b>{t`No data in this range`}</b>
      </span>
    );
  const size = formatSize(bytes, i18n.locale);
  return (
    <span className={formStyles.figures}>
      <b>
        {rows === null ? (
          <Plural value={leastRows} one="At least # row" other="At least # rows" />
        ) : (
          <Plural value={rows} one="# row" other="# rows" />
        )}
      </b>
      <span>{t`about ${size}`}</span>
      {/* For data without gaps, the strip suffices; screen readers get the text. */}
      <span
        className={
          isDrawn && first && gaps?.count === 0 ? 'visually-hidden' : `fine ${styles.span}`
        }
      >
        <Span coverage={coverage} />
        <Gaps coverage={coverage} />
      </span>
    </span>
  );
}

function Span({ coverage: { rows, first, last } }: { coverage: TypeCoverage }) {
  const { t, i18n } = useLingui();
  if (first !== null && last !== null) {
    const begin = formatDate(first, i18n.locale);
    const end = formatDate(last, i18n.locale);
    return <span>{begin === end ? begin : t`${begin} to ${end}`}</span>;
  }
  return (
    <span>{rows === null ? t`from when to when is not known` : t`does not change with time`}</span>
  );
}

function Gaps({ coverage: { first, rows, gaps, days } }: { coverage: TypeCoverage }) {
  const { t, i18n } = useLingui();
  if (gaps === null) return <span>{t`gaps are not known`}</span>;
  if (first === null && rows !== null) return null;
  const { withData, all } = days ?? { withData: 0, all: 0 };
  const beyond = formatDays(gaps.beyond, i18n.locale);
  const longest = formatDays(gaps.longest, i18n.locale);
  return (
    <>
      {days && <span>{t`days with data: ${withData} of ${all}`}</span>}
      <span>
        <Plural
          value={gaps.count}
          _0={`no gap of more than ${beyond}`}
          one={`# gap of more than ${beyond} (${longest})`}
          other={`# gaps of more than ${beyond} (the longest: ${longest})`}
        />
      </span>
    </>
  );
}
