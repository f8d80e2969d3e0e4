import { Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router-dom';
import { type Filter, readFilter } from '#charts/addresses.ts';
import { FigureFilters } from '#charts/figures/figure-filters.tsx';
import { ChartPage } from '#charts/machine/chart-nav.tsx';
import { FilingFields, useAddressFields } from '#ui/application/filing-filter.tsx';
import { download } from '#ui/calls/download.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import styles from './timeline.module.css';
import { TimelineSide } from './timeline-side.tsx';

export default function TimelinePage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const fieldOf = useAddressFields();
  const filter = readFilter(search);
  const other = readOtherFilter(search);
  return (
    <ChartPage
      machine="application"
      title={t`Applications over time`}
      lead={
        <Trans>
          From the histories: when each application took its steps, which party it waited for, which
          states were entered again, and the variants.
        </Trans>
      }
    >
      <div className={`row row-end ${styles.choice}`}>
        <FigureFilters />
        <LogMenu filter={filter} />
      </div>
      <details className={styles.other} open={other !== null}>
        <summary>{t`Compare with another period or kind`}</summary>
        <div>
          <FilingFields fieldOf={(key) => fieldOf(otherKey(key))} />
        </div>
      </details>
      <div className={styles.sides}>
        <TimelineSide filter={filter} isCompared={other !== null} />
        {other && <TimelineSide filter={other} isCompared />}
      </div>
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

const OTHER = 'with-';

const otherKey = (key: string): string => `${OTHER}${key}`;

function readOtherFilter(search: URLSearchParams): Filter | null {
  const own = [...search].flatMap(([key, value]) =>
    key.startsWith(OTHER) ? [[key.slice(OTHER.length), value]] : [],
  );
  const filter = readFilter(new URLSearchParams(own));
  return Object.keys(filter).length > 0 ? filter : null;
}
