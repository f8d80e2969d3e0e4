import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { Filter } from '#charts/addresses.ts';
import { useFigureWords } from '#charts/figures/use-figure-words.ts';
import { Variants } from '#charts/figures/variants.tsx';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import { machineWords } from '#charts/words/chart-words.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatDay } from '#ui/format/dates.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { PageFailed } from '#ui/frame/page.tsx';
import { SentenceSpace } from '#ui/language/translated-text.tsx';
import { DottedChart } from './dotted-chart.tsx';
import styles from './timeline.module.css';
import { Waiting } from './waiting.tsx';

interface TimelineSideProps {
  filter: Filter;
  /** True if the timeline is shown next to another one. The heading then names the filter. */
  isCompared: boolean;
}

export function TimelineSide({ filter, isCompared }: TimelineSideProps) {
  const { t } = useLingui();
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

interface ReworkProps {
  rework: CallData<'chartTimeline'>['rework'];
  reworked: number;
  share: string;
  of: string;
}

function Rework({ rework, reworked, share, of }: ReworkProps) {
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
            region={`${t`States entered again`} (${of})`}
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
