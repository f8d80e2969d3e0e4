import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router-dom';

/** Leads through the pages of a list (`?page=`). */
export function Pages({ page, count }: { page: number; count: number }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  if (count <= 1) return null;
  const to = (target: number) => {
    const next = new URLSearchParams(search);
    next.set('page', String(target));
    return { search: next.toString() };
  };
  return (
    <nav aria-label={t`Pages`} className="row above">
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev">
          <Trans>Previous page</Trans>
        </Link>
      )}
      <span>
        <Trans>
          Page {page} of {count}
        </Trans>
      </span>
      {page < count && (
        <Link to={to(page + 1)} rel="next">
          <Trans>Next page</Trans>
        </Link>
      )}
    </nav>
  );
}

/** The page of a list that the address names (`?page=`); the first where it names none. */
export function usePageNumber(): number {
  const [address] = useSearchParams();
  return Math.max(1, Math.trunc(Number(address.get('page'))) || 1);
}
