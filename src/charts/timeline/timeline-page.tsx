import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router-dom';
import { type Filter, readFilter } from '#charts/addresses.ts';
import { FigureFilters } from '#charts/figures/figure-filters.tsx';
import { ChartPage } from '#charts/machine/chart-nav.tsx';
import { download } from '#ui/calls/download.ts';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import { DottedChart } from './dotted-chart.tsx';
import styles from './timeline.module.css';

export default function TimelinePage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const filter = readFilter(search);
  return (
    <ChartPage
      machine="application"
      title={t`Applications over time`}
      lead={
        <Trans>
          From the histories: when each application took its steps and which party it waited for.
        </Trans>
      }
    >
      <div className={`row row-end ${styles.choice}`}>
        <FigureFilters />
        <LogMenu filter={filter} />
      </div>
      <Timeline filter={filter} />
    </ChartPage>
  );
}

const logFormats = [
  ['xes', 'XES (IEEE 1849)'],
  ['csv', 'CSV'],
] as const;

function LogMenu({ filter }: { filter: Filter }) {
  const { t } = useLingui();
  return (
    <MoreMenu
      label={t`Save as an event log`}
      glyph="download"
      actions={logFormats.map(([format, name]) => ({
        label: t`${name}, with pseudonyms`,
        onClick: () => download('chartLog', { format, ...filter }),
      }))}
    />
  );
}

function Timeline({ filter }: { filter: Filter }) {
  const { t } = useLingui();
  const { data, fallback } = usePageQuery('chartTimeline', filter);
  if (!data) return fallback;
  return (
    <section className="stack" aria-labelledby="steps">
      <h2 id="steps">{t`Step by step`}</h2>
      {data.total === 0 ? (
        <p>{t`No application matches the filter.`}</p>
      ) : (
        <>
          <p aria-live="polite">
            <Plural value={data.total} one="# application." other="# applications." />
          </p>
          <DottedChart cases={data.cases} total={data.total} />
        </>
      )}
    </section>
  );
}
