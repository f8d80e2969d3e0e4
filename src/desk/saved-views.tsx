import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '#ui/calls/call.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { filterAddress, type QueueFilter } from './queue-filter.ts';

const ViewName = lazy(() => import('./view-name.tsx'));

interface SavedViewsProps {
  filter: QueueFilter;
  /** The filter is one of the views that everybody has. */
  isStandard: boolean;
}

/** The filters that somebody keeps under a name. */
export function SavedViews({ filter, isStandard }: SavedViewsProps) {
  const { t } = useLingui();
  const { data: views = [] } = useQuery('deskViews', {});
  const [isNaming, setNaming] = useState(false);
  const here = String(filterAddress(filter));
  const shown = views.find((view) => String(filterAddress(view.filter)) === here);
  return (
    <>
      <ul>
        {views.map(({ name, filter: kept }) => (
          <li key={name}>
            <Link
              to={`?${filterAddress(kept)}`}
              aria-current={name === shown?.name ? 'true' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {shown ? (
        <button
          type="button"
          onClick={() => call('deskViewForget', { name: shown.name }).catch(() => {})}
        >
          <Trans>Delete the view “{shown.name}”</Trans>
        </button>
      ) : (
        !isStandard && (
          <button type="button" onClick={() => setNaming(true)}>
            {t`Save this view`}
          </button>
        )
      )}
      {isNaming && (
        <Dialog title={t`Save this view`} onClose={() => setNaming(false)}>
          <Suspense>
            <ViewName filter={filter} onKept={() => setNaming(false)} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
