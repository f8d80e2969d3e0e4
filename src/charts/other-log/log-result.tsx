import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LogConformance } from '#applications/replay/replay-log.ts';
import { addressOf, chosenBy } from '#charts/addresses.ts';
import figureStyles from '#charts/figures/figures.module.css';
import { useFigureWords } from '#charts/figures/use-figure-words.ts';
import { ChartPicture } from '#charts/picture/chart-picture.tsx';
import { useChart } from '#charts/picture/use-chart.ts';
import { nonconformingLines } from '#lib/statechart/drawing/nonconforming.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { DeviatingCases, LogDeviations } from './log-deviations.tsx';

/** Lines that a picture holds. */
const MOST_DRAWN = 30;

/** What the machine says to a log: in figures, in its picture, and by kind. */
export function LogResult({ result }: { result: LogConformance }) {
  const { t, i18n } = useLingui();
  const { count, percent } = useFigureWords();
  const [search] = useSearchParams();
  const { layout } = useChart('application');
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever asked for it goes on reading here; another replay takes the result away until it has its own.
  useEffect(() => heading.current?.focus(), []);
  const lines = useMemo(() => {
    const places = result.deviations.flatMap(({ state, activity, count: times }) =>
      state
        ? [{ from: state, to: state, text: `${activity} × ${formatNumber(times, i18n.locale)}` }]
        : [],
    );
    return nonconformingLines(layout, places.slice(0, MOST_DRAWN));
  }, [result, layout, i18n.locale]);
  const sums = [
    [t`Fitness`, percent(result.fitness)],
    [t`Applications`, count(result.cases)],
    [t`Without a deviation`, count(result.fitting)],
    [t`Not ended`, count(result.unfinished)],
    [t`Events`, count(result.events)],
  ] as const;
  const deviating = result.cases - result.fitting;
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        <Trans>The log on the machine</Trans>
      </h2>
      <dl className={figureStyles.sums}>
        {sums.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Notice kind={deviating > 0 ? 'error' : 'good'}>
        {deviating > 0 ? (
          <Plural value={deviating} one="# application deviates." other="# applications deviate." />
        ) : (
          <Trans>Everything is as the machine allows.</Trans>
        )}
      </Notice>
      <p className={figureStyles.legend}>
        <Trans>
          Fitness: the share of the events, with filings that are not in the log, that the machine
          takes.
        </Trans>
      </p>
      <ChartPicture
        layout={layout}
        nonconforming={lines}
        chosen={chosenBy(search)}
        address={addressOf(search)}
      />
      {deviating > 0 && (
        <>
          <LogDeviations deviations={result.deviations} />
          <DeviatingCases first={result.first} />
        </>
      )}
    </section>
  );
}
