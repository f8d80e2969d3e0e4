import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { PagedList, usePageNumber } from '#ui/list/paged-list.tsx';
import { useAssignToMe } from './assignment.ts';
import { BulkBar, BulkOutcome, useBulk } from './queue/bulk.tsx';
import { useListPosition, useReturnToRow } from './queue/list-position.ts';
import styles from './queue/queue.module.css';
import {
  filterAddress,
  PAGE_SIZE,
  type QueueItem,
  queueInput,
  readFilter,
  readOrder,
} from './queue/queue-address.ts';
import { QueueShortcuts, QueueTable } from './queue/queue-table.tsx';
import { EmptyView, QueueFilters, QueueTools } from './queue/queue-tools.tsx';
import { QueueViews, useQueueViews } from './queue/queue-views.tsx';
import { StateCounts } from './queue/state-counts.tsx';
import { SearchForm } from './search-form.tsx';
import { useStaff } from './staff-context.ts';

const REFETCH_INTERVAL = 15_000;

export default function QueuePage() {
  const { t, i18n } = useLingui();
  const { hasRole } = useStaff();
  const [searchParams] = useSearchParams();
  const table = useRef<HTMLTableElement>(null);
  const page = usePageNumber();
  const filter = readFilter(searchParams);
  const order = readOrder(searchParams);
  const [areFiltersShown, setFiltersShown] = useState(
    ['kind', 'outcome', 'ground'].some((key) => searchParams.has(key)),
  );
  const [selection, setSelection] = useState({ forSearch: '', numbers: [] as readonly string[] });
  const bulk = useBulk();
  const outcome = useRef<HTMLDivElement>(null);
  const assignToMe = useAssignToMe();
  const [, storeListPosition] = useListPosition();
  const pollOptions = { pollEvery: () => REFETCH_INTERVAL };
  const { data, isFailed, isLoading, reload } = useQuery(
    'deskQueue',
    queueInput(searchParams, page),
    pollOptions,
  );
  const { data: viewCounts } = useQuery('deskViewCounts', {}, { ...pollOptions, silent: true });
  const views = useQueueViews(filter, order);
  const items = data?.items ?? [];
  const numbers = data && !isLoading ? items.map(({ number }) => number) : undefined;
  const selected = items.filter(
    ({ number }) =>
      selection.forSearch === String(searchParams) && selection.numbers.includes(number),
  );
  const select = (selectedNumbers: readonly string[]) =>
    setSelection({ forSearch: String(searchParams), numbers: selectedNumbers });
  async function act(...[chosen, action]: Parameters<typeof bulk.run>) {
    const left = await bulk.run(chosen, action);
    const settled = selected.map(({ number }) => number).filter((each) => !left.includes(each));
    setSelection(({ forSearch, numbers }) => ({
      forSearch,
      numbers: numbers.filter((each) => !settled.includes(each)),
    }));
    // The pressed button may disappear with the rows.
    outcome.current?.focus();
  }
  const changed = useChangedRows(isLoading ? undefined : items, `${searchParams}`);
  useReturnToRow(table, numbers);

  const total = data ? formatNumber(data.total, i18n.locale) : '';
  const first = (page - 1) * PAGE_SIZE;
  const [from, to] = [first + 1, first + items.length].map((row) => formatNumber(row, i18n.locale));
  return (
    <Page
      title={views.name}
      rail={<QueueViews {...views} counts={viewCounts} />}
      count={`${total}${data?.hasMore ? '+' : ''}`}
      actions={
        <search className={`row ${styles.tools}`}>
          <SearchForm
            className={styles.find}
            type="search"
            aria-label={t`Number, name, e-mail or VIN`}
            placeholder={t`Number, name, e-mail or VIN`}
            maxLength={200}
          />
          <button
            type="button"
            aria-expanded={areFiltersShown}
            aria-controls="filters"
            onClick={() => setFiltersShown(!areFiltersShown)}
          >
            {areFiltersShown ? t`Fewer filters` : t`More filters`}
          </button>
          <QueueTools filter={views.filter} />
        </search>
      }
    >
      <p role="status" className={data?.hasMore ? undefined : 'visually-hidden'}>
        {data?.hasMore && (
          <span>{t`More than ${formatNumber(data.total, i18n.locale)} applications. Add a word to narrow the search.`}</span>
        )}
        {data?.hasMore === false && (
          <Plural value={data.total} one="# application" other="# applications" />
        )}
      </p>
      <StateCounts queue={data} />
      {areFiltersShown && <QueueFilters />}
      {isFailed && <PageFailed onRetry={reload} />}
      <BulkOutcome ref={outcome} outcome={bulk.outcome} isBusy={bulk.isBusy} onClose={bulk.clear} />
      {!isFailed && (
        <PagedList
          total={data?.total}
          isLoading={isLoading}
          pageSize={PAGE_SIZE}
          position={
            <>
              <span>
                {t({ context: 'rows of a list', message: `${from} to ${to} of ${total}` })}
              </span>
              <span className={styles.keys}>
                <Trans>
                  <kbd>j</kbd> <kbd>k</kbd> move, <kbd>x</kbd> select, <kbd>o</kbd> open,{' '}
                  <kbd>?</kbd> all shortcuts
                </Trans>
              </span>
            </>
          }
          empty={{
            title: t`Nothing here`,
            children: <EmptyView isUnfiltered={String(filterAddress(filter)) === ''} />,
          }}
        >
          <div>
            {selected.length > 0 && (
              <BulkBar
                items={selected}
                isBusy={bulk.isBusy}
                onAct={act}
                onClear={() => select([])}
              />
            )}
            <QueueTable
              ref={table}
              items={items}
              changed={changed}
              chosen={hasRole('reviewer') ? selected.map(({ number }) => number) : null}
              onChoose={select}
              onOpen={(opened) =>
                storeListPosition({
                  name: views.name,
                  search: searchParams.size > 0 ? `?${searchParams}` : '',
                  numbers: items.map(({ number }) => number),
                  first,
                  total: data?.total ?? 0,
                  opened,
                })
              }
            />
          </div>
        </PagedList>
      )}
      <QueueShortcuts table={table} onTake={assignToMe} />
    </Page>
  );
}

/**
 * Returns the numbers of the applications that appeared or changed since the list was opened.
 * Applications that the reader has taken are left out.
 */
function useChangedRows(items: readonly QueueItem[] | undefined, list: string): string[] {
  const { user } = useStaff();
  const [opened, setOpened] = useState<{ list: string; items: readonly QueueItem[] }>();
  if (!items) return [];
  if (opened?.list !== list) {
    setOpened({ list, items });
    return [];
  }
  return items
    .filter(({ number, revision, assignee }) => {
      const before = opened.items.find((item) => item.number === number);
      if (assignee?.id === user.id && before) return before.revision !== revision;
      return before?.revision !== revision || before.assignee?.id !== assignee?.id;
    })
    .map(({ number }) => number);
}
