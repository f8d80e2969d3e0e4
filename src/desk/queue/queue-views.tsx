import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '#ui/calls/call.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import styles from './queue.module.css';
import { filterAddress, type QueueFilter } from './queue-address.ts';

const ViewName = lazy(() => import('./view-name.tsx'));

type View = readonly [name: string, filter: QueueFilter];

export function QueueViews({ filter }: { filter: QueueFilter }) {
  const { t } = useLingui();
  const views: readonly View[] = [
    [t`We need to act`, { turn: 'holder' }],
    [t`Mine`, { turn: 'holder', assigned: 'me' }],
    [t`Nobody’s yet`, { turn: 'holder', assigned: 'nobody' }],
    [t`Overdue`, { turn: 'holder', overdue: true }],
    [t`Your opinion`, { opinion: true }],
    [t`Watched`, { watched: true }],
    [t`Waiting for the requester`, { turn: 'requester' }],
    [t`Ended`, { turn: 'nobody' }],
    [t`All`, {}],
  ];
  const { data: saved = [] } = useQuery('deskViews', {});
  const [isNaming, setNaming] = useState(false);
  const here = String(filterAddress(filter));
  const isStandard = views.some(([, one]) => String(filterAddress(one)) === here);
  const shown = saved.find((view) => String(filterAddress(view.filter)) === here);
  return (
    <nav className={styles.views} aria-label={t`Views`}>
      <ViewLinks views={views} here={here} />
      <ViewLinks views={saved.map((view) => [view.name, view.filter])} here={here} />
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
          <ViewName filter={filter} onSaved={() => setNaming(false)} />
        </Dialog>
      )}
    </nav>
  );
}

interface ViewLinksProps {
  views: readonly View[];
  here: string;
}

function ViewLinks({ views, here }: ViewLinksProps) {
  return (
    <ul>
      {views.map(([name, filter]) => {
        const address = String(filterAddress(filter));
        return (
          <li key={name}>
            <Link to={`/desk?${address}`} aria-current={address === here ? 'true' : undefined}>
              {name}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
