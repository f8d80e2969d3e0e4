import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { EMPTY_REPORT_BYTES } from '#contract/data-coverage.ts';
import { SummaryList } from '#ui/application/summary-list.tsx';
import { formatSize } from '#ui/format/numbers.ts';
import { Awaited } from '#ui/frame/loading.tsx';
import type { DataRequestValues } from './data-request-values.ts';
import { typedRange, useCoverage } from './use-coverage.ts';

interface ExpectedReportProps {
  values: DataRequestValues;
  /** Application number. */
  number: string;
}

/** Rows and size of what is asked for, in sum. */
export function ExpectedReport({ values, number }: ExpectedReportProps) {
  const { t, i18n } = useLingui();
  const { coverage, isFailed } = useCoverage(number, typedRange(values));
  const types = coverage?.types?.filter(({ type }) => values.dataTypes.includes(type));
  if (isFailed)
    return (
      <p>
        <Trans>How much data there are is not known at the moment.</Trans>
      </p>
    );
  if (!types) return <Awaited />;
  const rows = types.reduce((sum, type) => sum + type.leastRows, 0);
  const bytes = types.reduce((sum, type) => sum + type.bytes, EMPTY_REPORT_BYTES);
  const isExact = types.every((type) => type.rows !== null);
  const without = types.filter(({ leastRows }) => leastRows === 0).length;
  const size = formatSize(bytes, i18n.locale);
  return (
    <SummaryList
      title={<Trans>What you can expect</Trans>}
      rows={[
        {
          label: t`Rows`,
          value: isExact ? (
            <Plural value={rows} one="# row" other="# rows" />
          ) : (
            <Plural value={rows} one="At least # row" other="At least # rows" />
          ),
        },
        { label: t`Size of the file`, value: rows > 0 ? t`About ${size}` : null, isOptional: true },
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
