import { Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router-dom';
import { CATALOGUE } from '#charts/addresses.ts';
import { readFilter } from '#charts/filter/figure-filter.ts';
import { FigureFilters } from '#charts/filter/figure-filters.tsx';
import { ChartNav } from '#charts/machine/chart-nav.tsx';
import { machineWords } from '#charts/words/chart-words.ts';
import { FilingFields, useAddressFields } from '#ui/application/filing-filter.tsx';
import { Page } from '#ui/frame/page.tsx';
import { LogMenu } from './log-menu.tsx';
import { otherKey, readOtherFilter } from './other-filter.ts';
import styles from './timeline.module.css';
import { TimelineSide } from './timeline-side.tsx';

/** Applications over time: one filter's, or two side by side. */
export default function TimelinePage() {
  const { t, i18n } = useLingui();
  const [search] = useSearchParams();
  const given = useAddressFields();
  const filter = readFilter(search);
  const other = readOtherFilter(search);
  return (
    <Page
      title={t`Applications over time`}
      above={[
        { to: CATALOGUE, label: t`Charts` },
        { to: '/charts/application', label: machineWords(i18n.t, 'application').title },
      ]}
      lead={
        <Trans>
          What the histories say: when each application took its steps, whom it waited for, what was
          done again, and the ways applications went.
        </Trans>
      }
    >
      <ChartNav machine="application" />
      <div className={styles.choice}>
        <FigureFilters />
        <LogMenu filter={filter} />
      </div>
      <details className={styles.other} open={other !== null}>
        <summary>
          <Trans>Compare with another period or kind</Trans>
        </summary>
        <div>
          <FilingFields given={(key) => given(otherKey(key))} />
        </div>
      </details>
      <div className={styles.sides}>
        <TimelineSide filter={filter} isCompared={other !== null} />
        {other && <TimelineSide filter={other} isCompared />}
      </div>
    </Page>
  );
}
