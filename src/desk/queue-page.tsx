import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router-dom';
import styles from '#ui/application/application-list.module.css';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { Pages } from '#ui/frame/pages.tsx';
import { readFilter } from './queue-filter.ts';
import { QueueFilters } from './queue-filters.tsx';
import { QueueTable } from './queue-table.tsx';
import { StateCounts } from './state-counts.tsx';

const PAGE_SIZE = 20;

/** The applications at the desk, those that have waited longest first; the address is the filter. */
export default function QueuePage() {
  const { t } = useLingui();
  const [address] = useSearchParams();
  const { page, ...filter } = readFilter(address);
  const { data, isFailed, reload } = useAnswer('deskQueue', {
    ...filter,
    page,
    pageSize: PAGE_SIZE,
  });
  return (
    <Page title={t`Applications at the desk`}>
      {data && <StateCounts counts={data.counts} />}
      <QueueFilters />
      {isFailed && <PageFailed onRetry={reload} />}
      {data && (
        <p role="status">
          <Plural value={data.total} one="# application" other="# applications" />
        </p>
      )}
      {data?.total === 0 && (
        <div className={styles.empty}>
          <h2>
            <Trans>Nothing here</Trans>
          </h2>
          <p>
            <Trans>No application fits this filter. Choose another, or come back later.</Trans>
          </p>
        </div>
      )}
      {data && data.total > 0 && (
        <>
          <QueueTable items={data.items} />
          <Pages page={page} count={Math.ceil(data.total / PAGE_SIZE)} />
        </>
      )}
    </Page>
  );
}
