import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { type Filter, readFilter } from '#charts/addresses.ts';
import { FigureFilters } from '#charts/figures/figure-filters.tsx';
import { useFigureWords } from '#charts/figures/use-figure-words.ts';
import { ChartPage } from '#charts/machine/chart-nav.tsx';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import { HOUR } from '#lib/words/durations.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { download } from '#ui/calls/download.ts';
import { formatDate, formatInstant } from '#ui/format/dates.ts';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { ScrollRegion } from '#ui/frame/scroll-region.tsx';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import styles from './timeline.module.css';
import { type Party, usePartyWords } from './waiting.tsx';

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

type DottedCase = CallData<'chartTimeline'>['cases'][number];

function DotMark({ party }: { party: Party }) {
  if (party === 'holder')
    return <rect className={styles.holder} x="-3" y="-3" width="6" height="6" />;
  if (party === 'requester') return <circle className={styles.requester} r="3.3" />;
  if (party === 'suspended')
    return <path className={styles.suspended} d="M0-4.4 4.4 0 0 4.4-4.4 0Z" />;
  return <path className={styles.ended} d="M0-4.5V4.5" />;
}

const parties: readonly Party[] = ['holder', 'requester', 'suspended', 'ended'];

function PartyLegend() {
  const { t } = useLingui();
  const words = usePartyWords();
  return (
    <ul className={`row plain ${styles.legend}`} aria-label={t`Party waited for after a step`}>
      {parties.map((party) => (
        <li key={party} className="row">
          <svg viewBox="-6 -6 12 12" aria-hidden="true">
            <DotMark party={party} />
          </svg>
          <span>{words[party]}</span>
        </li>
      ))}
    </ul>
  );
}

interface DottedChartProps {
  cases: readonly DottedCase[];
  total: number;
}

function DottedChart({ cases, total }: DottedChartProps) {
  const { t, i18n } = useLingui();
  const lanes = lanesOf(cases);
  const drawn = cases.length;
  const day = (at: number) => formatDate(at, i18n.locale);
  const [first, last] = [day(lanes.first), day(lanes.last)];
  const region = useRef<HTMLElement>(null);
  // Scrolls to the latest days, which are of most interest.
  useLayoutEffect(() => {
    // Newer browsers return a promise, which React would take for a cleanup function.
    region.current?.scrollTo?.({ left: region.current.scrollWidth });
  }, []);
  return (
    <>
      {drawn < total && (
        <p>
          <Plural
            value={drawn}
            one="Drawn: # of them."
            other="Drawn: # of them, chosen at random."
          />
        </p>
      )}
      <PartyLegend />
      <ScrollRegion
        ref={region}
        className={styles.scroll}
        label={t`Steps of applications from ${first} to ${last}; the table below has the same content`}
      >
        <Drawing cases={cases} lanes={lanes} day={day} />
      </ScrollRegion>
      <details>
        <summary>{t`As a table`}</summary>
        <CaseTable cases={cases} />
      </details>
    </>
  );
}

interface DrawingProps {
  cases: readonly DottedCase[];
  lanes: Lanes;
  day: (at: number) => string;
}

function Drawing({ cases, lanes, day }: DrawingProps) {
  const names = lanes.ticks.map(day);
  return (
    <svg className={styles.dots} viewBox={`0 0 ${WIDTH} ${lanes.height}`} aria-hidden="true">
      {lanes.ticks.map((at, index) => (
        <g key={at} transform={`translate(${placeOf(lanes, at)} 0)`}>
          <line y1={TOP - 4} y2={lanes.height} />
          {names[index] !== names[index - 1] && (
            <text y={TOP - 10} textAnchor={ANCHORS[index]}>
              {names[index]}
            </text>
          )}
        </g>
      ))}
      {cases.map(({ number, steps }, index) => (
        <g
          key={number ?? steps[0]?.at ?? index}
          transform={`translate(0 ${TOP + (index + 0.5) * lanes.step})`}
        >
          <CaseLane steps={steps} lanes={lanes} />
        </g>
      ))}
    </svg>
  );
}

function CaseLane({ steps, lanes }: { steps: DottedCase['steps']; lanes: Lanes }) {
  // Revisions are the keys, because several steps may have the same instant.
  const revisions = steps.map((step, revision) => ({
    ...step,
    revision,
    next: steps[revision + 1],
  }));
  return (
    <>
      {revisions.map(
        ({ revision, at, waitsFor, next }) =>
          next && (
            <path
              key={revision}
              className={styles[waitsFor]}
              d={`M${placeOf(lanes, at)} 0H${placeOf(lanes, next.at)}`}
            />
          ),
      )}
      {revisions.map(({ revision, at, waitsFor }) => (
        <g key={revision} transform={`translate(${placeOf(lanes, at)} 0)`}>
          <DotMark party={waitsFor} />
        </g>
      ))}
    </>
  );
}

function CaseTable({ cases }: Pick<DottedChartProps, 'cases'>) {
  const { t, i18n } = useLingui();
  const { count, duration } = useFigureWords();
  const words = usePartyWords();
  const rows = cases.flatMap(({ number, steps }, index) => {
    const [filed, last] = [steps[0], steps.at(-1)];
    return filed && last ? { number, index, filed, last, steps: steps.length } : [];
  });
  return (
    <ChartTable
      caption={t`Applications by filing date`}
      rows={rows}
      keyOf={({ index }) => index}
      columns={[
        {
          label: t`Application`,
          cell: ({ number, index }) =>
            number ? (
              <Link to={`/charts/application/case/${number}`}>{number}</Link>
            ) : (
              count(index + 1)
            ),
        },
        { label: t`Filed on`, cell: ({ filed }) => formatDate(filed.at, i18n.locale) },
        { label: t`Steps`, cell: ({ steps }) => count(steps) },
        { label: t`Last step`, cell: ({ last }) => formatInstant(last.at, i18n.locale) },
        { label: t`Duration`, cell: ({ filed, last }) => duration(last.at - filed.at) },
        { label: t`Waits for`, cell: ({ last }) => words[last.waitsFor] },
      ]}
    />
  );
}

interface Lanes {
  height: number;
  /** Height of a lane. */
  step: number;
  first: number;
  last: number;
  /** Labelled instants. */
  ticks: readonly number[];
}

const WIDTH = 960;
const TOP = 28;
const MARGIN = 8;
/** Alignment of the labels, one per tick. */
const ANCHORS = ['start', 'middle', 'middle', 'middle', 'end'] as const;

/** Returns the layout of the chart. Requires at least one case. */
export function lanesOf(cases: readonly { steps: readonly { at: number }[] }[]): Lanes {
  const instants = cases.flatMap(({ steps }) => steps.map(({ at }) => at));
  const first = instants.reduce((earliest, at) => Math.min(earliest, at), instants[0] ?? 0);
  // At least one hour, for cases whose steps all have the same instant.
  const last = instants.reduce((latest, at) => Math.max(latest, at), first + HOUR);
  const step = Math.max(7, Math.min(18, 240 / cases.length));
  return {
    height: TOP + step * cases.length + MARGIN,
    step,
    first,
    last,
    ticks: ANCHORS.map((_, index) => first + ((last - first) * index) / (ANCHORS.length - 1)),
  };
}

function placeOf({ first, last }: Lanes, at: number): number {
  const share = (at - first) / (last - first);
  return Math.round((MARGIN + share * (WIDTH - 2 * MARGIN)) * 10) / 10;
}
