import { Trans, useLingui } from '@lingui/react/macro';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addressOf, CATALOGUE, chosenBy } from '#charts/addresses.ts';
import { useFigureWords } from '#charts/figures/use-figure-words.ts';
import { readFilter } from '#charts/filter/figure-filter.ts';
import { FigureFilters } from '#charts/filter/figure-filters.tsx';
import { ChartNav } from '#charts/machine/chart-nav.tsx';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import { ChartPicture } from '#charts/picture/chart-picture.tsx';
import { useChart } from '#charts/picture/use-chart.ts';
import { spanOf } from '#charts/timeline/lanes.ts';
import { DrawnShare, PartyLegend } from '#charts/timeline/party-legend.tsx';
import type { DottedCase } from '#charts/timeline/use-party-words.ts';
import type { ChartExport } from '#lib/statechart/chart-formats/json.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { type Clock, createClock } from './clock.ts';
import { Player } from './player.tsx';
import { Tokens } from './tokens.tsx';
import { sceneAt, type Track, tracksOf } from './tracks.ts';
import { useInstant } from './use-instant.ts';

const SECOND = 1000;

/** The applications moving through the chart, in the time in which they did. */
export default function AnimationPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const chart = useChart('application');
  const { data, isFailed, reload } = useQuery('chartTimeline', readFilter(search));
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!data) return <FullScreenLoader />;
  const { cases, total } = data;
  const { first, last } = spanOf(cases, SECOND);
  return (
    <Page
      title={t`Animation`}
      above={[
        { to: CATALOGUE, label: t`Charts` },
        { to: '/charts/application', label: chart.title },
      ]}
      lead={
        <Trans>
          Each application is a mark that moves through the chart when it really did. Press Play, or
          go to a time.
        </Trans>
      }
    >
      <ChartNav machine="application" />
      <FigureFilters />
      {total === 0 ? (
        <p>
          <Trans>No application fits: there is nothing to draw or to count.</Trans>
        </p>
      ) : (
        <>
          <DrawnShare drawn={cases.length} total={total} />
          {/* Other applications have another time; a place chosen in the picture keeps it. */}
          <Played key={`${first} ${last}`} {...{ cases, chart, first, last }} />
        </>
      )}
    </Page>
  );
}

interface PlayedProps {
  cases: readonly DottedCase[];
  chart: ChartExport;
  /** Instants that it begins and ends with. */
  first: number;
  last: number;
}

function Played({ cases, chart, first, last }: PlayedProps) {
  const [search] = useSearchParams();
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)') ?? false;
  const tracks = useMemo(() => tracksOf(cases, chart), [cases, chart]);
  const [clock] = useState(() => createClock(first, last));
  return (
    <>
      <Player clock={clock} />
      <PartyLegend />
      <ChartPicture
        layout={chart.layout}
        chosen={chosenBy(search)}
        address={addressOf(search)}
        overlay={<Tokens tracks={tracks} clock={clock} isStill={isStill} />}
      />
      <details>
        <summary>
          <Trans>The same as a table</Trans>
        </summary>
        <Whereabouts tracks={tracks} clock={clock} />
      </details>
    </>
  );
}

/** How many applications are in which state at the instant shown. */
function Whereabouts({ tracks, clock }: { tracks: readonly Track[]; clock: Clock }) {
  const { t } = useLingui();
  const { count } = useFigureWords();
  const { resting } = sceneAt(tracks, useInstant(clock), 0);
  return (
    <ChartTable
      caption={t`Applications drawn, by the state they are in at this time`}
      headings={[t`State`, t`Applications`]}
      region={t`Applications drawn, by the state they are in at this time`}
    >
      {resting.map(({ box, tokens }) => (
        <tr key={box.id}>
          <th scope="row">{box.label}</th>
          <td>{count(tokens.length)}</td>
        </tr>
      ))}
    </ChartTable>
  );
}
