import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router-dom';
import { CATALOGUE, readFilter } from '#charts/addresses.ts';
import { labelOf, useChart } from '#charts/picture/use-chart.ts';
import { sampleWords } from '#charts/words/sample-words.ts';
import { type ApplicationState, applicationStates } from '#contract/stored-application.ts';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { formatDate } from '#ui/format/dates.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { CardTable } from '#ui/list/card-table.tsx';
import { Pages, usePageNumber } from '#ui/list/paged-list.tsx';

const PAGE_SIZE = 20;

const isState = (text: string): text is ApplicationState =>
  (applicationStates as readonly string[]).includes(text);

export default function CasesPage() {
  const { t, i18n } = useLingui();
  const [search] = useSearchParams();
  const chart = useChart('application');
  const { events } = sampleWords(i18n.t);
  const page = usePageNumber();
  const state = search.get('state') ?? '';
  const taken = chart.graph.transitions.find(({ id }) => id === search.get('transition'));
  const trace = (search.get('trace') ?? '').split(',').filter(isState);
  const { data, fallback } = usePageQuery('chartCases', {
    ...readFilter(search),
    ...(isState(state) && { state }),
    ...(taken && { transition: taken.id }),
    ...(trace.length > 0 && { trace }),
    page,
    pageSize: PAGE_SIZE,
  });
  if (!data) return fallback;
  const label = (id: string) => labelOf(chart, id);
  const day = (at: number) => formatDate(at, i18n.locale);
  return (
    <Page
      title={t`Applications behind a figure`}
      above={[
        { to: CATALOGUE, label: t`Charts` },
        { to: '/charts/application/figures', label: t`What really happened` },
      ]}
      lead={
        <>
          {isState(state) && <p>{label(state)}</p>}
          {taken && (
            <p>
              <span>{events[taken.event] ?? taken.id}</span> <code>{taken.label}</code>
            </p>
          )}
          {trace.length > 0 && <p>{trace.map(label).join(' → ')}</p>}
          <p>
            <Plural value={data.total} one="# application" other="# applications" />
          </p>
        </>
      }
    >
      <CardTable
        rows={data.items}
        keyOf={({ number }) => number}
        columns={[
          {
            label: t`Application number`,
            cell: ({ number }) => <Link to={`/desk/applications/${number}`}>{number}</Link>,
          },
          {
            label: t`Processing status`,
            cell: ({ state, kind }) => <StatusBadge state={state} kind={kind} />,
          },
          { label: t`Filed on`, cell: ({ createdAt }) => day(createdAt) },
          { label: t`Last change`, cell: ({ updatedAt }) => day(updatedAt) },
          {
            label: t`On the chart`,
            cell: ({ number }) => (
              <Link
                to={`/charts/application/case/${number}`}
                aria-label={t`Show ${number} on the chart`}
              >
                <Trans>Show</Trans>
              </Link>
            ),
          },
        ]}
      />
      <Pages page={page} count={Math.ceil(data.total / PAGE_SIZE)} />
    </Page>
  );
}
