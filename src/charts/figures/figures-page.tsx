import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addressOf, chosenBy, readFilter } from '#charts/addresses.ts';
import { FigureFilters } from '#charts/figures/figure-filters.tsx';
import { ChartPage } from '#charts/machine/chart-nav.tsx';
import { ChartPicture } from '#charts/picture/chart-picture.tsx';
import { useChart } from '#charts/picture/use-chart.ts';
import { Waiting } from '#charts/timeline/waiting.tsx';
import { formatNumber } from '#ui/format/numbers.ts';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { FigureLegend } from './figure-legend.tsx';
import { FigureTables } from './figure-tables.tsx';
import styles from './figures.module.css';
import { MeasureSwitch } from './measure-switch.tsx';
import { StateList } from './state-list.tsx';
import { Trend, TrendTable } from './trend.tsx';
import { measures, useFigureMarks, useFigureWords } from './use-figure-words.ts';
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
