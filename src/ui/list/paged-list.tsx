import { Plural, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { MAX_PAGE } from '#contract/limits.ts';
import type { Elements } from '#ui/elements.ts';
import { Awaited } from '#ui/frame/loading.tsx';
import styles from './paged-list.module.css';

interface PagedListProps {
  total: number | undefined;
  /** True while `total` still belongs to the previous filter. */
  isLoading: boolean;
  pageSize: number;
  position?: Elements;
  empty: { title: ReactNode; children: Elements };
  children: Elements;
}

/** One page of a list. A page number past the end redirects to the last page. */
export function PagedList(props: PagedListProps) {
  const { total, isLoading, pageSize, position, empty, children } = props;
  const page = usePageNumber();
  const [address] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    window.scrollTo(0, 0);
    list.current?.focus({ preventScroll: true });
  }, [page]);
  const count = Math.ceil((total ?? 0) / pageSize);
  const isPast = page > count;
  if (total === undefined || (isLoading && isPast)) return <Awaited />;
  if (total > 0 && isPast) {
    const last = new URLSearchParams(address);
    last.set('page', String(count));
    return <Navigate to={`?${last}`} replace />;
  }
  if (total > 0)
    return (
      <div ref={list} className={styles.list} tabIndex={-1}>
        {children}
        <Pages page={page} count={count} position={position} />
      </div>
    );
  return (
    <div className={`stack stack-small ${styles.empty}`}>
      <h2>{empty.title}</h2>
      {empty.children}
    </div>
  );
}

interface PagesProps extends Pick<PagedListProps, 'position'> {
  page: number;
  count: number;
}

export function Pages({ page, count, position }: PagesProps) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  if (count <= 1 && !position) return null;
  const to = (target: number) => {
    const next = new URLSearchParams(search);
    next.set('page', String(target));
    return { search: next.toString() };
  };
  return (
    <nav aria-label={t`Pages`} className="row above">
      {position}
      {page > 1 && <Link to={to(page - 1)} rel="prev">{t`Previous page`}</Link>}
      {!position && <span>{t`Page ${page} of ${count}`}</span>}
      {page < count && <Link to={to(page + 1)} rel="next">{t`Next page`}</Link>}
    </nav>
  );
}

export function usePageNumber(): number {
  const [address] = useSearchParams();
  const page = Math.trunc(Number(address.get('page'))) || 1;
  return Math.min(MAX_PAGE, Math.max(1, page));
}

interface HiddenRows {
  hidden: number;
  showAll(): void;
}

export function useFirstRows<Row>(
  rows: readonly Row[],
  count: number,
): HiddenRows & { shown: readonly Row[] } {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, count);
  return { shown, hidden: rows.length - shown.length, showAll: () => setWhole(true) };
}

export function MoreRows({ hidden, showAll }: HiddenRows) {
  return (
    hidden > 0 && (
      <p>
        <button type="button" onClick={showAll}>
          <Plural value={hidden} one="Show # more" other="Show # more" />
        </button>
      </p>
    )
  );
}
