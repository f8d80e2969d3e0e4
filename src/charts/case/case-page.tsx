import { useLingui } from '@lingui/react/macro';
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom';
import { addressOf, CATALOGUE, chosenBy } from '#charts/addresses.ts';
import styles from '#charts/charts.module.css';
import { WalkLegend } from '#charts/machine/legend.tsx';
import { ChartPicture } from '#charts/picture/chart-picture.tsx';
import { labelOf, useChart } from '#charts/picture/use-chart.ts';
import { formatDuration } from '#charts/words/figure-notes.ts';
import { useEventLabel } from '#ui/application/history-timeline.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { formatInstant } from '#ui/format/dates.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { caseMarks, nextSteps } from './on-the-chart.ts';

export default function CasePage() {
  const { t, i18n } = useLingui();
  const { number = '' } = useParams();
  const [search] = useSearchParams();
  const chart = useChart('application');
  const { eventLabel, roleLabel } = useEventLabel();
  const { data, isMissing, fallback } = usePageQuery('deskApplication', {
    applicationNumber: number,
  });
  if (isMissing) return <Navigate to="/404" replace />;
  if (data?.number !== number) return fallback;
  const label = (id: string) => labelOf(chart, id);
  const next = nextSteps(chart.graph, data);
  return (
    <Page
      title={t`Application ${number} on the chart`}
      above={[
        { to: CATALOGUE, label: t`Charts` },
        { to: '/charts/application', label: chart.title },
      ]}
      lead={
        <p>
          <StatusBadge state={data.state} kind={data.kind} />{' '}
          <Link to={`/desk/applications/${number}`}>{t`Open at the desk`}</Link>
        </p>
      }
    >
      <ChartPicture
        layout={chart.layout}
        marks={caseMarks(chart.graph, data)}
        chosen={chosenBy(search) ?? data.state}
        address={addressOf(search)}
        legend={<WalkLegend />}
      />
      <div className={styles.columns}>
        <section className="prose">
          <h2>{t`Possible next steps`}</h2>
          {next.length === 0 && <p>{t`Nothing: this is a final state.`}</p>}
          <ul>
            {next.map(({ id, event, role, target }) => (
              <li key={id}>
                <b>{eventLabel(event)}</b>
                <span>{` → ${label(target)} · ${roleLabel(role)}`}</span>
              </li>
            ))}
          </ul>
        </section>
        <section className="prose">
          <h2>{t`The path so far`}</h2>
          <ol>
            {data.history.map((entry, index) => (
              <li key={entry.revision}>
                <b>{eventLabel(entry.event)}</b>
                <span>{` → ${label(entry.to)} · ${roleLabel(entry.role)}, ${formatInstant(entry.at, i18n.locale)}`}</span>
                {index > 0 && (
                  <span>{` (${t`after ${formatDuration(entry.at - (data.history[index - 1]?.at ?? entry.at), i18n.locale)}`})`}</span>
                )}
              </li>
            ))}
          </ol>
        </section>
      </div>
    </Page>
  );
}
