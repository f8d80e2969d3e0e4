import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useFigureWords } from '#charts/figures/use-figure-words.ts';
import { Variants } from '#charts/figures/variants.tsx';
import type { Filter } from '#charts/filter/figure-filter.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatDay } from '#ui/format/dates.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { PageFailed } from '#ui/frame/page.tsx';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';
import { DottedChart } from './dotted-chart.tsx';
import { Rework } from './rework.tsx';
import styles from './timeline.module.css';
import { Waiting } from './waiting.tsx';

interface TimelineSideProps {
  filter: Filter;
  /** It stands beside another, and says which applications it counts. */
  isCompared: boolean;
}

/** The applications of one filter over time. */
export function TimelineSide({ filter, isCompared }: TimelineSideProps) {
  const { count, percent } = useFigureWords();
  const { data, isFailed, reload } = useQuery('chartTimeline', filter);
  const heading = useFilterWords(filter);
  const id = useId();
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!data) return <FullScreenLoader />;
  const [disputed, openDisputes] = [count(data.disputed), count(data.openDisputes)];
  return (
    <section className={`stack ${styles.side}`} aria-labelledby={id}>
      <h2 id={id}>{isCompared ? heading : <Trans>Step by step</Trans>}</h2>
      {data.total === 0 ? (
        <p>
          <Trans>No application fits: there is nothing to draw or to count.</Trans>
        </p>
      ) : (
        <>
          <p aria-live="polite">
            <Plural value={data.total} one="# application." other="# applications." />
            {data.disputed > 0 && (
              <>
                <SentenceSpace />
                <Trans>
                  With a complaint or dispute: {disputed}, open: {openDisputes}. It runs beside the
                  application and is no deviation.
                </Trans>
              </>
            )}
          </p>
          <DottedChart cases={data.cases} total={data.total} of={heading} />
          <Waiting waiting={data.waiting} of={heading} />
          <Rework
            rework={data.rework}
            share={percent(data.reworked / data.total)}
            reworked={data.reworked}
            of={heading}
          />
          <Variants figures={data} filter={filter} />
        </>
      )}
    </section>
  );
}

/** The applications that a filter names, in words. */
function useFilterWords({ kind, from, to }: Filter): string {
  const { t, i18n } = useLingui();
  const day = (text: string) => formatDay(text, i18n.locale);
  const kinds = {
    personal: t`Users and third parties`,
    public: t`Public sector bodies`,
  };
  const [first, last] = [from && day(from), to && day(to)];
  return [
    kind ? kinds[kind] : t`All applications`,
    ...(first ? [t`filed from ${first}`] : []),
    ...(last ? [t`filed until ${last}`] : []),
  ].join(', ');
}
