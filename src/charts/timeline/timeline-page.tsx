import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router-dom';
import { type Filter, readFilter } from '#charts/addresses.ts';
import { FigureFilters } from '#charts/figures/figure-filters.tsx';
import { useFigureWords } from '#charts/figures/use-figure-words.ts';
import { Variants } from '#charts/figures/variants.tsx';
import { ChartPage } from '#charts/machine/chart-nav.tsx';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import { machineWords } from '#charts/words/chart-words.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { download } from '#ui/calls/download.ts';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { SentenceSpace } from '#ui/language/translated-text.tsx';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import { DottedChart } from './dotted-chart.tsx';
import styles from './timeline.module.css';
import { Waiting } from './waiting.tsx';

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
          From the histories: when each application took its steps, which party it waited for, which
          states were entered again, and the variants.
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
  const { count, percent } = useFigureWords();
  const { data, fallback } = usePageQuery('chartTimeline', filter);
  if (!data) return fallback;
  const [disputed, openDisputes] = [count(data.disputed), count(data.openDisputes)];
  return (
    <section className="stack" aria-labelledby="steps">
      <h2 id="steps">{t`Step by step`}</h2>
      {data.total === 0 ? (
        <p>{t`No application matches the filter.`}</p>
      ) : (
        <>
          <p aria-live="polite">
            <Plural value={data.total} one="# application." other="# applications." />
            {data.disputed > 0 && (
              <>
                <SentenceSpace />
                <Trans>
                  With a complaint or dispute: {disputed}, open: {openDisputes}. A dispute is
                  separate from the application and is not a deviation.
                </Trans>
              </>
            )}
          </p>
          <DottedChart cases={data.cases} total={data.total} />
          <Waiting waiting={data.waiting} />
          <Rework
            rework={data.rework}
            share={percent(data.reworked / data.total)}
            reworked={data.reworked}
          />
          <Variants figures={data} filter={filter} />
        </>
      )}
    </section>
  );
}

interface ReworkProps {
  rework: CallData<'chartTimeline'>['rework'];
  reworked: number;
  share: string;
}

function Rework({ rework, reworked, share }: ReworkProps) {
  const { t, i18n } = useLingui();
  const { count } = useFigureWords();
  const { states } = machineWords(i18n.t, 'application');
  return (
    <section>
      <h2>{t`Done again`}</h2>
      {reworked === 0 ? (
        <p>{t`No application came back into a state it had been in.`}</p>
      ) : (
        <>
          <p>
            <Plural
              value={reworked}
              one={`# application (${share}) came back into a state it had been in.`}
              other={`# applications (${share}) came back into a state they had been in.`}
            />
          </p>
          <ChartTable
            caption={t`States entered again`}
            rows={rework}
            keyOf={({ state }) => state}
            columns={[
              {
                label: t`State`,
                cell: ({ state }) => (
                  <span>
                    <span>{states[state] ?? state}</span> <code>{state}</code>
                  </span>
                ),
              },
              { label: t`Applications`, cell: ({ applications }) => count(applications) },
              { label: t`Times`, cell: ({ times }) => count(times) },
            ]}
          />
        </>
      )}
    </section>
  );
}
