import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { addressOf, chosenBy, readFilter } from '#charts/addresses.ts';
import { FigureFilters } from '#charts/figures/figure-filters.tsx';
import { ChartPage } from '#charts/machine/chart-nav.tsx';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import { ChartPicture } from '#charts/picture/chart-picture.tsx';
import { labelOf, useChart } from '#charts/picture/use-chart.ts';
import { guardWords } from '#charts/words/chart-words.ts';
import { deviationReasons } from '#contract/figure-codes.ts';
import { nonconformingLines } from '#lib/statechart/drawing/nonconforming.ts';
import { useEventLabel } from '#ui/application/history-timeline.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { SentenceSpace } from '#ui/language/translated-text.tsx';
import { Pages, usePageNumber } from '#ui/list/paged-list.tsx';
import { Notice } from '#ui/messages/notice.tsx';

const PAGE_SIZE = 20;

type Deviation = CallData<'chartConformance'>['deviations'][number];

export default function ConformancePage() {
  const { t, i18n } = useLingui();
  const [search] = useSearchParams();
  const chart = useChart('application');
  const reasons = useReasons();
  const { eventLabel } = useEventLabel();
  const page = usePageNumber();
  const reason = deviationReasons.find((each) => each === search.get('reason'));
  const { data, fallback } = usePageQuery('chartConformance', {
    ...readFilter(search),
    ...(reason && { reason }),
    page,
    pageSize: PAGE_SIZE,
  });
  if (!data) return fallback;
  const steps = formatNumber(data.steps, i18n.locale);
  return (
    <ChartPage
      machine="application"
      title={t`Conformance`}
      lead={
        <Trans>
          The history of every application replayed through the statechart. Steps that it would not
          have allowed are drawn in red, dashed.
        </Trans>
      }
    >
      <FigureFilters more={{ name: 'reason', label: t`Reason`, options: reasons }} />
      <ChartPicture
        layout={chart.layout}
        nonconforming={nonconformingLines(
          chart.layout,
          data.nonconforming.map(({ event, count, ...way }) => ({
            ...way,
            text: `${eventLabel(event)} × ${formatNumber(count, i18n.locale)}`,
          })),
        )}
        chosen={chosenBy(search)}
        address={addressOf(search)}
      />
      <Notice kind={data.deviating > 0 ? 'error' : 'good'}>
        <Plural
          value={data.applications}
          one={`# application, steps: ${steps}.`}
          other={`# applications, steps: ${steps}.`}
        />
        <SentenceSpace />
        {data.deviating > 0 ? (
          <Plural
            value={data.deviating}
            one="The statechart would not have allowed # of these steps."
            other="The statechart would not have allowed # of these steps."
          />
        ) : reason ? (
          <Trans>No deviation for this reason.</Trans>
        ) : (
          <Trans>All steps conform to the statechart.</Trans>
        )}
      </Notice>
      {data.pending > 0 && (
        <Notice kind="info">
          <Plural
            value={data.pending}
            one="# application has not yet been checked against the current statechart."
            other="# applications have not yet been checked against the current statechart."
          />
        </Notice>
      )}
      {data.deviations.length > 0 && <Deviations deviations={data.deviations} />}
      <Pages page={page} count={Math.ceil(data.total / PAGE_SIZE)} />
    </ChartPage>
  );
}

function Deviations({ deviations }: { deviations: readonly Deviation[] }) {
  const { t, i18n } = useLingui();
  const { eventLabel, roleLabel } = useEventLabel();
  const guards = guardWords(i18n.t);
  const chart = useChart('application');
  const reasons = useReasons();
  return (
    <ChartTable
      caption={t`Steps that the statechart would not have allowed`}
      rows={deviations}
      keyOf={(each) => JSON.stringify({ ...each, count: 0, cases: [] })}
      columns={[
        {
          label: t`Event`,
          cell: ({ event }) => (
            <span>
              <span>{eventLabel(event)}</span> <code>{event}</code>
            </span>
          ),
        },
        { label: t`From`, cell: ({ from }) => (from === null ? '–' : labelOf(chart, from)) },
        { label: t`To`, cell: ({ to }) => labelOf(chart, to) },
        { label: t`Who`, cell: ({ role }) => roleLabel(role) },
        {
          label: t`Reason`,
          cell: ({ reason, guard }) => (
            <>
              <span>{reasons[reason]}</span>
              {guard && (
                <>
                  <span>{`: ${guards[guard] ?? guard} `}</span>
                  <code>{guard}</code>
                </>
              )}
            </>
          ),
        },
        { label: t`Times`, cell: ({ count }) => formatNumber(count, i18n.locale) },
        {
          label: t`Applications`,
          cell: ({ cases }) =>
            cases.map((number) => (
              <Fragment key={number}>
                <Link to={`/charts/application/case/${number}`}>{number}</Link>{' '}
              </Fragment>
            )),
        },
      ]}
    />
  );
}

function useReasons(): Record<(typeof deviationReasons)[number], string> {
  const { t } = useLingui();
  return {
    event: t`the statechart does not accept this event there`,
    guard: t`condition not met`,
    target: t`the statechart leads to another state`,
    gap: t`does not follow from the previous step`,
    end: t`the application is not in the last recorded state`,
  };
}
