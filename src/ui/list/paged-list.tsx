import type { ReactNode } from 'react';
import { Awaited } from '#ui/frame/awaited.tsx';
import { Pages } from '#ui/frame/pages.tsx';
import styles from './paged-list.module.css';
import { usePageNumber } from './use-page-number.ts';

interface PagedListProps {
  /** Rows on all pages; undefined while they are awaited. */
  total: number | undefined;
  pageSize: number;
  /** Words in place of an empty list. */
  empty: { title: ReactNode; children: ReactNode };
  children: ReactNode;
}

/** A page of a list with the way to the others. */
export function PagedList({ total, pageSize, empty, children }: PagedListProps) {
  const page = usePageNumber();
  if (total === undefined) return <Awaited />;
  if (total > 0)
    return (
      <>
        {children}
        <Pages page={page} count={Math.ceil(total / pageSize)} />
      </>
    );
  return (
    <div className={styles.empty}>
      <h2>{empty.title}</h2>
      {empty.children}
    </div>
  );
}
