import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { Elements } from '#ui/elements.ts';
import { Awaited } from '#ui/frame/loading.tsx';
import { Pages, usePageNumber } from '#ui/frame/pages.tsx';
import styles from './paged-list.module.css';

interface PagedListProps {
  /** Rows on all pages; undefined while they are awaited. */
  total: number | undefined;
  pageSize: number;
  /** Words in place of an empty list. */
  empty: { title: ReactNode; children: Elements };
  children: Elements;
}

/** A page of a list with the way to the others. A number past the last page shows that one. */
export function PagedList({ total, pageSize, empty, children }: PagedListProps) {
  const page = usePageNumber();
  const [address] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    // A new page begins at its top, for the keyboard too.
    window.scrollTo(0, 0);
    list.current?.focus({ preventScroll: true });
  }, [page]);
  if (total === undefined) return <Awaited />;
  const count = Math.ceil(total / pageSize);
  if (total > 0 && page > count) {
    const last = new URLSearchParams(address);
    last.set('page', String(count));
    return <Navigate to={`?${last}`} replace />;
  }
  if (total > 0)
    return (
      <div ref={list} className={styles.list} tabIndex={-1}>
        {children}
        <Pages page={page} count={count} />
      </div>
    );
  return (
    <div className={`stack stack-small ${styles.empty}`}>
      <h2>{empty.title}</h2>
      {empty.children}
    </div>
  );
}
