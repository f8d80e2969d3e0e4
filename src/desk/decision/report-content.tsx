import { Plural, useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatDays, formatNumber } from '#ui/format/numbers.ts';
import { Comma } from '#ui/language/translated-text.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './decision.module.css';
import { completeExtent, type ExtentValues } from './decision-calls.ts';

interface ReportContentProps {
  record: Pick<ApplicationRecord, 'number' | 'kind' | 'public'>;
  extent: ExtentValues;
}

export function ReportContent({ record, extent: typed }: ReportContentProps) {
  const { t, i18n } = useLingui();
  const { number: applicationNumber, kind } = record;
  const extent = kind === 'public' ? completeExtent(typed, record.public) : undefined;
  // The report of a public-sector body has no content until vehicles are chosen.
  const about = extent === null ? null : { applicationNumber, ...(extent && { extent }) };
  const { data: content, isLoading } = useQuery('deskReportPreview', about, { silent: true });
  if (!content) return null;
  const { types, vehicles, isMasked } = content;
  const gapWords = {
    notRecorded: t`no value received`,
    noPeriod: t`the request names no period`,
    withheld: t`left out, because the report is masked`,
  };
  const isEmpty = types.every(({ rows }) => rows === 0);
  return (
    <section
      className={`stack stack-small ${styles.content}`}
      // Hides the content of the previous extent without changing the layout.
      {...(isLoading && { style: { visibility: 'hidden' } })}
    >
      <h3>{t`Content of the report`}</h3>
      {isEmpty && (
        <Notice kind="error" title={t`There are no data to deliver`}>
          <p>{t`The requester would be told that nothing was recorded in the time range.`}</p>
        </Notice>
      )}
      {isMasked && <p>{t`Counted before masking, which leaves out some of the values.`}</p>}
      {vehicles !== 1 && (
        <p>
          <Plural value={vehicles} one="From # vehicle" other="From # vehicles" />
        </p>
      )}
      {types.map(({ type, label, rows, days, longestGap, signals }) => {
        const { withData, all } = days ?? { withData: 0, all: 0 };
        const longest = longestGap === null ? null : formatDays(longestGap, i18n.locale);
        const gaps = signals.filter(({ gap }) => gap !== null).length;
        return (
          <details key={type}>
            <summary className="row row-apart">
              <b>{label}</b>
              <small>
                <Plural value={rows} _0="no rows" one="at least # row" other="at least # rows" />
                {gaps > 0 && (
                  <>
                    <Comma />
                    <Plural
                      value={gaps}
                      one="# signal without data"
                      other="# signals without data"
                    />
                  </>
                )}
              </small>
            </summary>
            {withData > 0 && (
              <p>
                {longest === null
                  ? t`Days with data: ${withData} of ${all}`
                  : t`Days with data: ${withData} of ${all}; longest gap: ${longest}`}
              </p>
            )}
            <ul>
              {signals.map(({ name, unit, values, gap }) => (
                <li key={name} {...(gap && { 'data-gap': gap })}>
                  <span>{`${name}: `}</span>
                  <span>{gap === null ? formatNumber(values, i18n.locale) : gapWords[gap]}</span>
                  {gap === null && unit && <span>{` (${unit})`}</span>}
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </section>
  );
}
