import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { addressOf, chosenBy, readFilter } from '#charts/addresses.ts';
import { FigureFilters } from '#charts/figures/figure-filters.tsx';
import { ChartPage } from '#charts/machine/chart-nav.tsx';
import { Sign, Signs } from '#charts/machine/legend.tsx';
import { ChartPicture } from '#charts/picture/chart-picture.tsx';
import { type ChartAsset, labelOf, useChart } from '#charts/picture/use-chart.ts';
import { Waiting } from '#charts/timeline/waiting.tsx';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';
import { useAddressFields } from '#ui/application/filing-filter.tsx';
import { formatNumber } from '#ui/format/numbers.ts';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { FigureTables } from './figure-tables.tsx';
import styles from './figures.module.css';
import { Trend, TrendTable } from './trend.tsx';
import {
  barColour,
  edgeColour,
  type Measure,
  measures,
  partyIn,
  useFigureMarks,
  useFigureWords,
} from './use-figure-words.ts';
import { Variants } from './variants.tsx';

export default function FiguresPage() {
  const { t, i18n } = useLingui();
  const { percent } = useFigureWords();
  const [search] = useSearchParams();
  const chart = useChart('application', 'figures');
  const filter = readFilter(search);
  const { data, fallback } = usePageQuery('chartFigures', filter);
  const measure = measures.find((each) => each === search.get('bar')) ?? 'now';
  const marks = useFigureMarks(data, chart.graph, measure);
  const address = addressOf(search);
  const picture = useRef<HTMLDivElement>(null);
  if (!data) return fallback;
  const onShow = () => picture.current?.scrollIntoView({ block: 'nearest' });
  const ended = data.total - data.open - data.suspended;
  const sums = [
    [t`Applications`, formatNumber(data.total, i18n.locale)],
    [t`Still open`, formatNumber(data.open, i18n.locale)],
    [t`Suspended`, formatNumber(data.suspended, i18n.locale)],
    [t`Ended`, formatNumber(ended, i18n.locale)],
    [t`Ended along the normal course`, percent(ended ? data.normal / ended : 0)],
  ] as const;
  return (
    <ChartPage
      machine="application"
      title={t`What really happened`}
      actions={<MeasureSwitch measure={measure} />}
    >
      <FigureFilters />
      <div className={styles.summary}>
        <dl className={styles.sums} aria-live="polite">
          {sums.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <StateList
          states={data.states.map(({ state }) => state)}
          {...{ marks, chart, address, onShow }}
        />
        <Trend trend={data.trend} />
      </div>
      <div ref={picture}>
        <ChartPicture
          layout={chart.layout}
          marks={marks}
          chosen={chosenBy(search)}
          address={address}
          legend={<FigureLegend measure={measure} />}
        />
      </div>
      <p className="soft measure">
        <Trans>
          Counted from the history of every application. In a state: the number of applications in
          it, how many of them are late, the median stay, and the corrections, which have no arrow.
          Next to an arrow: its share of exits. Thicker arrows were taken more often.
        </Trans>
      </p>
      <div className={styles.panels}>
        <Waiting waiting={data.waiting} />
        <Variants figures={data} filter={filter} />
      </div>
      <FigureTables
        figures={data}
        filter={filter}
        chart={chart}
        address={address}
        onShow={onShow}
      />
      <TrendTable trend={data.trend} />
    </ChartPage>
  );
}

interface StateListProps {
  states: readonly string[];
  marks: NonNullable<Drawing['marks']>;
  chart: ChartAsset;
  address: NonNullable<Drawing['address']>;
  onShow: () => void;
}

/** Lists the figures of all states on narrow screens, which show only a part of the picture. */
function StateList({ states, marks, chart, address, onShow }: StateListProps) {
  const { t } = useLingui();
  return (
    <ul className={`plain ${styles.states}`} aria-label={t`States`}>
      {states.map((state) => (
        <li key={state} data-turn={partyIn(state)}>
          <Link to={address('state', state)} onClick={onShow}>
            {labelOf(chart, state)}
          </Link>
          {marks[state]?.notes?.map((note) => (
            <span key={note}>{note}</span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function FigureLegend({ measure }: { measure: Measure }) {
  const { t } = useLingui();
  const bars: Record<Measure, string> = {
    now: t`Bar in a state: applications in it now`,
    stay: t`Bar in a state: median stay`,
    late: t`Bar in a state: share of late applications`,
  };
  const turns = {
    holder: t`Waits for the data holder`,
    requester: t`Waits for the requester`,
    nobody: t`Waits for nobody`,
  };
  return (
    <Signs>
      <Sign drawn={<path className={`bar ${barColour[measure]}`} d="M4 10H36" />}>
        {bars[measure]}
      </Sign>
      {(['holder', 'requester', 'nobody'] as const).map((turn) => (
        <Sign key={turn} drawn={<path className={`edge ${edgeColour[turn]}`} d="M17 2h7v16h-7z" />}>
          {turns[turn]}
        </Sign>
      ))}
    </Signs>
  );
}

function MeasureSwitch({ measure }: { measure: Measure }) {
  const { t } = useLingui();
  const { onChange } = useAddressFields()('bar');
  const labels: Record<Measure, string> = { now: t`Counts`, stay: t`Stay`, late: t`Late` };
  return (
    <Button.Group className={styles.measure} aria-label={t`Bars in the states`}>
      {measures.map((each) => (
        <Button
          key={each}
          size="xs"
          variant={each === measure ? 'filled' : 'default'}
          aria-pressed={each === measure}
          onClick={() => onChange({ currentTarget: { value: each === 'now' ? '' : each } })}
        >
          {labels[each]}
        </Button>
      ))}
    </Button.Group>
  );
}
