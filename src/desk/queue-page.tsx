import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { PagedList, usePageNumber } from '#ui/list/paged-list.tsx';
import { ShortcutHelp } from './keyboard/shortcut-help.tsx';
import { BulkBar } from './queue/bulk-bar.tsx';
import { BulkOutcomes } from './queue/bulk-outcomes.tsx';
import { useDensity } from './queue/density.ts';
import { DensitySwitch } from './queue/density-switch.tsx';
import { EmptyView } from './queue/empty-view.tsx';
import { QueueFileMenu } from './queue/queue-file-menu.tsx';
import { queueQuestion, readOrder } from './queue/queue-order.ts';
import { useQueuePlace } from './queue/queue-place.ts';
import { QueueSearch } from './queue/queue-search.tsx';
import { QueueViews } from './queue/queue-views.tsx';
import { useBulk } from './queue/use-bulk.ts';
import { useQueueKeys } from './queue/use-queue-keys.ts';
import { useReturnToRow } from './queue/use-return-to-row.ts';
import { filterAddress, PAGE_SIZE, readFilter } from './queue-filter.ts';
import { QueueFilters } from './queue-filters.tsx';
import styles from './queue-page.module.css';
import { QueueTable } from './queue-table.tsx';
import { useStaff } from './staff-context.ts';
import { StateCounts } from './state-counts.tsx';
import { useTake } from './use-take.ts';

/** The applications at the desk, what is due first on top; the address is the filter. */
export default function QueuePage() {
  const { t, i18n } = useLingui();
  const { user, may } = useStaff();
  const [address] = useSearchParams();
  const table = useRef<HTMLTableElement>(null);
  const page = usePageNumber();
  const filter = readFilter(address);
  const order = readOrder(address);
  const [density, setDensity] = useDensity(user.id);
  const [isWhole, setWhole] = useState(address.has('kind'));
  // Rows are chosen on one page of one filter.
  const [selection, setSelection] = useState({ of: '', numbers: [] as readonly string[] });
  const bulk = useBulk();
  const outcomes = useRef<HTMLDivElement>(null);
  const take = useTake();
  const { keepPlace } = useQueuePlace();
  const { data, isFailed, isLoading, reload } = useQuery('deskQueue', queueQuestion(address, page));
  const items = data?.items ?? [];
  const numbers = data && !isLoading ? items.map(({ number }) => number) : undefined;
  const chosen = items.filter(
    ({ number }) => selection.of === String(address) && selection.numbers.includes(number),
  );
  const choose = (chosenNumbers: readonly string[]) =>
    setSelection({ of: String(address), numbers: chosenNumbers });
  useReturnToRow(table, numbers);
  const help = useQueueKeys({
    table,
    // By a message, since the row may be far below the outcomes of several.
    onTake: take,
  });

  return (
    <Page
      title={t`Applications at the desk`}
      actions={
        <search className={`row ${styles.tools}`}>
          <QueueSearch />
          <button
            type="button"
            aria-expanded={isWhole}
            aria-controls="filters"
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? <Trans>Fewer filters</Trans> : <Trans>More filters</Trans>}
          </button>
          <QueueFileMenu filter={{ ...filter, ...order }} />
          <DensitySwitch density={density} onChange={setDensity} />
        </search>
      }
    >
      <div className={`row row-apart ${styles.found}`}>
        <QueueViews filter={filter} />
        <p role="status">
          {data?.isMore && (
            <Trans>
              More than {formatNumber(data.total, i18n.locale)} applications. Add a word to narrow
              the search.
            </Trans>
          )}
          {data?.isMore === false && (
            <Plural value={data.total} one="# application" other="# applications" />
          )}
        </p>
      </div>
      <StateCounts counts={data?.counts} authorityNotices={data?.authorityNotices ?? 0} />
      {isWhole && <QueueFilters />}
      {isFailed && <PageFailed onRetry={reload} />}
      <BulkOutcomes ref={outcomes} outcomes={bulk.outcomes} onClose={bulk.clear} />
      {!isFailed && (
        <PagedList
          total={data?.total}
          pageSize={PAGE_SIZE}
          empty={{
            title: t`Nothing here`,
            children: <EmptyView isOurTurn={String(filterAddress(filter)) === ''} />,
          }}
        >
          {chosen.length > 0 && (
            <BulkBar
              chosen={chosen}
              isBusy={bulk.isBusy}
              // The button that was pressed may be gone with the rows.
              onAct={(act) => bulk.run(chosen, act).then(() => outcomes.current?.focus())}
              onClear={() => choose([])}
            />
          )}
          <QueueTable
            ref={table}
            items={items}
            density={density}
            chosen={may('reviewer') ? chosen.map(({ number }) => number) : null}
            onChoose={choose}
            onOpen={(opened) =>
              keepPlace({
                search: address.size > 0 ? `?${address}` : '',
                numbers: items.map(({ number }) => number),
                first: (page - 1) * PAGE_SIZE,
                total: data?.total ?? 0,
                opened,
              })
            }
          />
        </PagedList>
      )}
      <ShortcutHelp {...help} />
    </Page>
  );
}
