import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { PagedList } from '#ui/list/paged-list.tsx';
import { usePageNumber } from '#ui/list/use-page-number.ts';
import { ShortcutHelp } from './keyboard/shortcut-help.tsx';
import { useShortcuts } from './keyboard/use-shortcuts.ts';
import { readFilter } from './queue-filter.ts';
import { QueueFilters } from './queue-filters.tsx';
import styles from './queue-page.module.css';
import { QueueTable } from './queue-table.tsx';
import { SavedViews } from './saved-views.tsx';
import { StateCounts } from './state-counts.tsx';
import { useTake } from './use-take.ts';

const PAGE_SIZE = 20;

/** The applications at the desk, what is due first on top; the address is the filter. */
export default function QueuePage() {
  const { t, i18n } = useLingui();
  const take = useTake();
  const [address] = useSearchParams();
  const table = useRef<HTMLTableElement>(null);
  const page = usePageNumber();
  const filter = readFilter(address);
  const { data, isFailed, reload } = useQuery('deskQueue', {
    ...filter,
    page,
    pageSize: PAGE_SIZE,
  });

  /** The links to the applications, and which of them has the focus. */
  function rows() {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('[data-number]') ?? [])];
    return { links, at: links.indexOf(document.activeElement as HTMLElement) };
  }

  async function takeFocused() {
    const { links, at } = rows();
    const applicationNumber = links[at]?.dataset.number;
    if (!applicationNumber) return;
    await take(applicationNumber);
  }

  const help = useShortcuts([
    {
      key: 'j',
      label: t`Next application`,
      run: () => {
        const { links, at } = rows();
        links[Math.min(at + 1, links.length - 1)]?.focus();
      },
    },
    {
      key: 'k',
      label: t`Previous application`,
      run: () => {
        const { links, at } = rows();
        links[Math.max(at - 1, 0)]?.focus();
      },
    },
    {
      key: 'o',
      label: t`Open the application`,
      run: () => {
        const { links, at } = rows();
        links[at]?.click();
      },
    },
    { key: 'a', label: t`Take the application`, run: takeFocused },
    {
      key: '/',
      label: t`Search`,
      run: () => document.querySelector<HTMLInputElement>('input[name=search]')?.focus(),
    },
  ]);

  return (
    <Page title={t`Applications at the desk`}>
      <StateCounts counts={data?.counts} />
      <QueueFilters />
      {isFailed && <PageFailed onRetry={reload} />}
      <div className={styles.found}>
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
        <SavedViews filter={filter} />
      </div>
      {!isFailed && (
        <PagedList
          total={data?.total}
          pageSize={PAGE_SIZE}
          empty={{
            title: t`Nothing here`,
            children: (
              <>
                <p>
                  <Trans>
                    No application matches this filter. Choose another, or come back later.
                  </Trans>
                </p>
                <p>
                  <Link to="/desk">
                    <Trans>Show what waits for the data holder</Trans>
                  </Link>
                </p>
              </>
            ),
          }}
        >
          <QueueTable ref={table} items={data?.items ?? []} />
        </PagedList>
      )}
      <ShortcutHelp {...help} />
    </Page>
  );
}
