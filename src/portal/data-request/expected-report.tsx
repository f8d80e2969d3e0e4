import { Plural, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { EMPTY_REPORT_BYTES, type TypeCoverage } from '#contract/data-coverage.ts';
import { dataTypes } from '#contract/data-types.ts';
import { DAY } from '#lib/words/durations.ts';
import { Sums } from '#portal/pictures/sums.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import { formatNumber, formatSize } from '#ui/format/numbers.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './data-request.module.css';
import {
  type DataRequestForm,
  type DataRequestValues,
  typedRange,
  useCoverage,
} from './data-request-form.ts';

function expectedReport(values: DataRequestValues, covered: readonly TypeCoverage[]) {
  const types = covered.filter(({ type }) => values.dataTypes.includes(type));
  const range = typedRange(values);
  const withData = types.filter(({ leastRows }) => leastRows > 0);
  const isExact = types.every(({ rows }) => rows !== null);
  // A masked report has fewer rows than are counted.
  const bounds =
    values.masking === 'yes' ? (['most', 'about'] as const) : (['exact', 'least'] as const);
  return {
    rows: types.reduce((sum, { leastRows }) => sum + leastRows, 0),
    bound: bounds[isExact ? 0 : 1],
    bytes: types.reduce((sum, { bytes }) => sum + bytes, EMPTY_REPORT_BYTES),
    kinds: withData.length,
    without: types.length - withData.length,
    days: types.some(({ periods }) => periods === null) ? null : daysIn(types),
    daysAsked: range
      ? utcDayNumber(Date.parse(range.to) - 1) - utcDayNumber(Date.parse(range.from)) + 1
      : 0,
  };
}

const utcDayNumber = (at: number) => Math.floor(at / DAY);

function daysIn(types: readonly TypeCoverage[]): number {
  const days = new Set<number>();
  for (const { first, last } of types.flatMap(({ periods }) => periods ?? []))
    for (let day = utcDayNumber(first); day <= utcDayNumber(last); day += 1) days.add(day);
  return days.size;
}

interface ExpectedPanelProps {
  form: DataRequestForm;
  number: string;
  isForThirdParty: boolean;
  button: ReactElement;
}

export function ExpectedPanel({ form, number, isForThirdParty, button }: ExpectedPanelProps) {
  const { t, i18n } = useLingui();
  const values = form.fields.getValues();
  const range = typedRange(values);
  const { coverage } = useCoverage(number, range);
  const report = coverage?.types && expectedReport(values, coverage.types);
  const toDo = [
    { what: t`Time range`, isDone: range !== null },
    { what: t`Data types`, isDone: values.dataTypes.length > 0 },
    { what: t`Data masking`, isDone: values.masking !== '' },
    { what: t`Delivery`, isDone: values.contactEmail !== '' && values.reportLanguage !== '' },
    ...(isForThirdParty
      ? [{ what: t`Data Sharing Agreement`, isDone: values.agreement.length > 0 }]
      : []),
  ];
  const isMasked = values.masking === 'yes';
  const outOf = (part: number, whole: number) =>
    isMasked ? t`at most ${part} of ${whole}` : t`${part} of ${whole}`;
  const without = report?.without ?? 0;
  const size = report && formatSize(report.bytes, i18n.locale);
  const rows = report && formatNumber(report.rows, i18n.locale);
  const rowTexts = {
    exact: rows,
    least: t`at least ${rows}`,
    most: t`at most ${rows}`,
    about: t`about ${rows}`,
  };
  return (
    <aside className={`panel ${styles.panel}`} aria-label={t`What you will get`}>
      <h2>{t`What you will get`}</h2>
      {report && (
        <Sums
          sums={[
            { label: t`Rows`, value: rowTexts[report.bound] },
            {
              label: isMasked ? t`File` : t`File, about`,
              value: isMasked ? t`at most ${size}` : size,
            },
            {
              label: t`Days with data`,
              // Masked data have invented dates.
              value: report.days === null || isMasked ? null : outOf(report.days, report.daysAsked),
              isMinor: true,
            },
            {
              label: t`Kinds of data`,
              value: outOf(report.kinds, dataTypes.length),
              isMinor: true,
            },
          ]}
        />
      )}
      {without > 0 && (
        <Notice
          kind="info"
          title={
            <Plural
              value={without}
              one="# of your data types has no data in this range"
              other="# of your data types have no data in this range"
            />
          }
        />
      )}
      <ul className={`plain stack stack-small ${styles.toDo}`}>
        {toDo.map(({ what, isDone }) => (
          <li key={what} className="marked">
            <Glyph name={isDone ? 'check' : 'minus'} />
            <span>{what}</span>
            <span className="soft">{isDone ? t`done` : t`to do`}</span>
          </li>
        ))}
      </ul>
      {button}
    </aside>
  );
}
