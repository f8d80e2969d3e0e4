import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { PagedList, usePageNumber } from '#ui/list/paged-list.tsx';
import { useTake } from './assignment.ts';
import { BulkBar, BulkOutcome, useBulk } from './queue/bulk.tsx';
import { useChangedRows } from './queue/changed-rows.ts';
import { DensitySwitch, useDensity } from './queue/density-switch.tsx';
import styles from './queue/queue.module.css';
import {
  filterAddress,
  PAGE_SIZE,
  queueInput,
  readFilter,
  readOrder,
} from './queue/queue-address.ts';
import { useQueuePlace, useReturnToRow } from './queue/queue-place.ts';
import { QueueShortcuts, QueueTable } from './queue/queue-table.tsx';
import {
  EmptyView,
  QueueFileMenu,
  QueueFilters,
  QueueSearch,
  SortMenu,
} from './queue/queue-tools.tsx';
import { QueueViews, useQueueViews } from './queue/queue-views.tsx';
import { StateCounts } from './queue/state-counts.tsx';
import { useStaff } from './staff-context.ts';

/** In ms. */
const REFETCH_INTERVAL = 15_000;

export default function QueuePage() {
  const { t, i18n } = useLingui();
  const { user, may } = useStaff();
  const [address] = useSearchParams();
  const table = useRef<HTMLTableElement>(null);
  const page = usePageNumber();
  const filter = readFilter(address);
  const order = readOrder(address);
  const [density, setDensity] = useDensity(user.id);
  const [isFiltering, setFiltering] = useState(
    ['kind', 'outcome', 'ground'].some((key) => address.has(key)),
  );
  const [selection, setSelection] = useState({ of: '', numbers: [] as readonly string[] });
  const bulk = useBulk();
  const outcome = useRef<HTMLDivElement>(null);
  const take = useTake();
  const [, storePlace] = useQueuePlace();
  const refetched = { pollEvery: () => REFETCH_INTERVAL };
  const { data, isFailed, isLoading, reload } = useQuery(
    'deskQueue',
    queueInput(address, page),
    refetched,
  );
  const { data: viewCounts } = useQuery('deskViewCounts', {}, { ...refetched, silent: true });
  const views = useQueueViews(filter, order);
  const items = data?.items ?? [];
  const numbers = data && !isLoading ? items.map(({ number }) => number) : undefined;
  const chosen = items.filter(
    ({ number }) => selection.of === String(address) && selection.numbers.includes(number),
  );
  const choose = (chosenNumbers: readonly string[]) =>
    setSelection({ of: String(address), numbers: chosenNumbers });
  const changed = useChangedRows(isLoading ? undefined : items, `${address}`);
  useReturnToRow(table, numbers);

  const total = data ? formatNumber(data.total, i18n.locale) : '';
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <Page
      title={views.name}
      rail={<QueueViews {...views} counts={viewCounts} />}
      count={`${total}${data?.isMore ? '+' : ''}`}
      actions={
        <search className={`row ${styles.tools}`}>
          <QueueSearch />
          <button
            type="button"
            aria-expanded={isFiltering}
            aria-controls="filters"
            onClick={() => setFiltering(!isFiltering)}
          >
            {isFiltering ? <Trans>Fewer filters</Trans> : <Trans>More filters</Trans>}
          </button>
          <SortMenu />
          <QueueFileMenu filter={views.filter} />
          <DensitySwitch density={density} onChange={setDensity} />
        </search>
      }
    >
      <p role="status" className={data?.isMore ? undefined : 'visually-hidden'}>
        {data?.isMore && (
          <Trans>
            More than {formatNumber(data.total, i18n.locale)} applications. Add a word to narrow the
            search.
          </Trans>
        )}
        {data?.isMore === false && (
          <Plural value={data.total} one="# application" other="# applications" />
        )}
      </p>
      <StateCounts
        counts={data?.counts}
        authorityNotices={data?.authorityNotices ?? { count: 0, overdue: 0 }}
      />
      {isFiltering && <QueueFilters />}
      {isFailed && <PageFailed onRetry={reload} />}
      <BulkOutcome ref={outcome} outcome={bulk.outcome} isBusy={bulk.isBusy} onClose={bulk.clear} />
      {!isFailed && (
        <PagedList
          total={data?.total}
          isLoading={isLoading}
          pageSize={PAGE_SIZE}
          position={<QueuePosition first={first} last={first + items.length - 1} total={total} />}
          empty={{
            title: t`Nothing here`,
            children: <EmptyView isOurTurn={String(filterAddress(filter)) === ''} />,
          }}
        >
          <div>
            {chosen.length > 0 && (
              <BulkBar
                count={chosen.length}
                isBusy={bulk.isBusy}
                // Moves the focus, because the pressed button may disappear with the rows.
                onAct={(action) => bulk.run(chosen, action).then(() => outcome.current?.focus())}
                onClear={() => choose([])}
              />
            )}
            <QueueTable
              ref={table}
              items={items}
              changed={changed}
              density={density}
              chosen={may('reviewer') ? chosen.map(({ number }) => number) : null}
              onChoose={choose}
              onOpen={(opened) =>
                storePlace({
                  search: address.size > 0 ? `?${address}` : '',
                  numbers: items.map(({ number }) => number),
                  first: first - 1,
                  total: data?.total ?? 0,
                  opened,
                })
              }
            />
          </div>
        </PagedList>
      )}
      <QueueShortcuts table={table} onTake={take} />
    </Page>
  );
}

interface QueuePositionProps {
  first: number;
  last: number;
  total: string;
}

function QueuePosition({ first, last, total }: QueuePositionProps) {
  const { t, i18n } = useLingui();
  const [from, to] = [first, last].map((row) => formatNumber(row, i18n.locale));
  return (
    <>
      <span>{t({ context: 'rows of a list', message: `${from} to ${to} of ${total}` })}</span>
      <span className={styles.keys}>
        <Trans>
          <kbd>j</kbd> <kbd>k</kbd> move, <kbd>x</kbd> select, <kbd>o</kbd> open, <kbd>?</kbd> all
          keys
        </Trans>
      </span>
    </>
  );
}
